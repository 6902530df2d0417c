import { afterAll, beforeAll, expect, it } from "vitest";
import { findActorByToken } from "./api-tokens.server";
import { createTestToken } from "./testing/create-test-token";
import { verifyPassword, resetPassword } from "./passwords.server";
import { createTestStudio, testPassword, type TestStudio } from "./testing/test-studio";

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio();
});
afterAll(() => studio.drop());

it("changes one person's password and ends only their sessions and tokens", async () => {
  const [forgetful, other] = [await studio.addPerson(), await studio.addPerson()];
  const [theirs, another] = [
    await createTestToken(forgetful.userId, studio.database),
    await createTestToken(other.userId, studio.database),
  ];
  const password = await resetPassword(` ${forgetful.email.toUpperCase()} `, studio.database);
  const find = (id: string) => studio.database.user.findUniqueOrThrow({ where: { id } });
  const { passwordHash } = await find(forgetful.userId);
  expect(await verifyPassword(passwordHash, password)).toBe(true);
  expect(await verifyPassword(passwordHash, testPassword)).toBe(false);
  expect(await verifyPassword((await find(other.userId)).passwordHash, testPassword)).toBe(true);
  const open = await studio.database.session.findMany({
    where: { revokedAt: null },
    select: { userId: true },
  });
  expect(open.map(({ userId }) => userId)).toEqual([other.userId]);
  expect(await findActorByToken(theirs.token)).toBeNull();
  expect(await findActorByToken(another.token)).toMatchObject({ userId: other.userId });
});

it("reports an unknown email", async () => {
  await expect(resetPassword("nobody@example.test", studio.database)).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(resetPassword("", studio.database)).rejects.toMatchObject({ code: "not-found" });
});
