import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bootStudio } from "@/server/boot.server";
import { createToken } from "@/lib/crypto/tokens.server";
import { findActorByToken } from "./api-tokens.server";
import { isSetupOpen, setUpOwner, ensureSetupToken } from "./set-up-owner.server";
import { codeOf, createTestStudio, testPassword, type TestStudio } from "./testing/test-studio";

const environmentToken = createToken("rvr_");

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio({ STUDIO_API_TOKEN: environmentToken });
});
afterEach(async () => {
  await studio.database.user.deleteMany();
  await studio.database.instanceSetting.deleteMany();
});
afterAll(() => studio.drop());

function input(index = 0) {
  return { name: "Mo", email: `owner${index}@example.test`, password: testPassword };
}

describe("setUpOwner", () => {
  it("creates exactly one owner for simultaneous attempts", async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => codeOf(setUpOwner(input(index), { local: true }))),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "auth.setup-closed")).toHaveLength(7);
    expect(await studio.database.user.findMany({ select: { role: true } })).toEqual([{ role: "owner" }]);
  });

  it("rejects a password that is easy to guess", async () => {
    const weak = { ...input(), password: "aaaaaaaaaaaa" };
    await expect(setUpOwner(weak, { local: true })).rejects.toMatchObject({
      fields: [{ path: "password", key: "account.password.repeated" }],
    });
    expect(await isSetupOpen()).toBe(true);
  });

  it("is closed once there is an account", async () => {
    await setUpOwner(input(), { local: true });
    expect(await isSetupOpen()).toBe(false);
    expect(await codeOf(setUpOwner(input(1), { local: true }))).toBe("auth.setup-closed");
    expect(await ensureSetupToken()).toBeNull();
  });

  it("requires the token of the last start from another machine, once", async () => {
    const earlier = await ensureSetupToken();
    const current = await ensureSetupToken();
    if (!earlier || !current) throw new Error("Tokens were expected while there is nobody.");
    for (const setupToken of [undefined, "", "setup_wrong", earlier])
      expect(await codeOf(setUpOwner(input(), { local: false, setupToken }))).toBe("auth.setup-token");
    expect(await codeOf(setUpOwner(input(), { local: false, setupToken: ` ${current}\n` }))).toBe("done");
    await studio.database.user.deleteMany();
    expect(await codeOf(setUpOwner(input(), { local: false, setupToken: current }))).toBe("auth.setup-token");
  });

  it("stores no usable setup token in the database", async () => {
    const token = await ensureSetupToken();
    const stored = JSON.stringify(await studio.database.instanceSetting.findMany());
    expect(token).not.toBeNull();
    expect(stored).not.toContain(token);
  });

  it("gives the new owner the token of the environment", async () => {
    expect(await findActorByToken(environmentToken)).toBeNull();
    const ownerId = await setUpOwner(input(), { local: true });
    expect(await findActorByToken(environmentToken)).toMatchObject({ userId: ownerId, role: "owner" });
  });
});

describe("bootStudio", () => {
  it("offers a setup token while there is no account, also when it runs again", async () => {
    expect((await bootStudio(studio.database)).setupToken).toMatch(/^setup_/);
    await setUpOwner(input(), { local: true });
    expect(await bootStudio(studio.database)).toEqual({ setupToken: null });
    expect(await bootStudio(studio.database)).toEqual({ setupToken: null });
    expect(await studio.database.apiToken.count()).toBe(1);
  });

  it("does not restore a token that was revoked by hand", async () => {
    await setUpOwner(input(), { local: true });
    await studio.database.apiToken.updateMany({ data: { revokedAt: new Date() } });
    await bootStudio(studio.database);
    expect(await findActorByToken(environmentToken)).toBeNull();
  });

  it("ends the token of an earlier value of the setting", async () => {
    const ownerId = await setUpOwner(input(), { local: true });
    await studio.database.apiToken.create({
      data: {
        userId: ownerId,
        name: "STUDIO_API_TOKEN",
        tokenHash: "of another value",
        lastFour: "abcd",
        scopes: ["read"],
      },
    });
    await bootStudio(studio.database);
    const alive = await studio.database.apiToken.findMany({ where: { revokedAt: null } });
    expect(alive.map(({ lastFour }) => lastFour)).toEqual([environmentToken.slice(-4)]);
  });
});
