import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bootStudio } from "@/server/boot.server";
import { areBootAccountsDone } from "./boot-accounts-done.server";
import { signIn } from "./sign-in.server";
import { createTestStudio, testPassword, type TestStudio } from "./testing/test-studio";

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio({
    STUDIO_OWNER_EMAIL: "Owner@Example.test",
    STUDIO_OWNER_PASSWORD: testPassword,
  });
});
afterAll(() => studio.drop());

it("creates the owner of the environment once, even when several processes start at once", async () => {
  const boots = await Promise.all([1, 2, 3].map(() => bootStudio(studio.database)));
  expect(boots.map(({ setupToken }) => setupToken)).toEqual([null, null, null]);
  expect(await studio.database.user.count()).toBe(1);
  const caller = { address: "127.0.0.1", userAgent: null };
  const signedIn = await signIn({ email: "owner@example.test", password: testPassword }, caller);
  expect(signedIn).toMatchObject({ role: "owner", name: "Owner" });
});

it("names the setting whose password is easy to guess, unless the owner exists already", async () => {
  const weak = { STUDIO_OWNER_EMAIL: "owner@example.test", STUDIO_OWNER_PASSWORD: "password1234" };
  const other = await createTestStudio(weak);
  vi.stubGlobal("reverieEnv", undefined);
  await expect(bootStudio(other.database)).rejects.toThrow(/STUDIO_OWNER_PASSWORD: easy to guess/);
  await other.addPerson({ role: "owner" });
  expect(await bootStudio(other.database)).toEqual({ setupToken: null });
  await other.drop();
});

it("has nothing to do at a start with the same settings", async () => {
  const tokens = ["a", "b"].map((letter) => letter.repeat(32));
  const other = await createTestStudio({ STUDIO_API_TOKEN: tokens[0]! });
  const isDone = (token?: string) => areBootAccountsDone(other.url, token);
  const boot = async (token?: string) => {
    for (const name of ["STUDIO_OWNER_EMAIL", "STUDIO_OWNER_PASSWORD"]) vi.stubEnv(name, undefined);
    vi.stubEnv("STUDIO_API_TOKEN", token);
    vi.stubGlobal("reverieEnv", undefined);
    await bootStudio(other.database);
  };
  await boot(tokens[0]);
  expect(await isDone(tokens[0]), "without an account").toBe(false);
  await other.addPerson({ role: "owner" });
  expect(await isDone(tokens[0]), "without the token").toBe(false);
  await boot(tokens[0]);
  expect([await isDone(tokens[0]), await isDone(tokens[1]), await isDone()]).toEqual([true, false, false]);
  await boot(tokens[1]);
  expect([await isDone(tokens[0]), await isDone(tokens[1])]).toEqual([false, true]);
  await other.database.apiToken.updateMany({ data: { revokedAt: new Date() } });
  expect([await isDone(tokens[1]), await isDone()], "revoked by hand").toEqual([true, true]);
  await other.drop();
});
