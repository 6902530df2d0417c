import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  acceptInvitation,
  createInvitation,
  findOpenInvitation,
  listOpenInvitations,
  revokeInvitation,
} from "./invitations.server";
import { codeOf, createTestStudio, testPassword, type TestStudio } from "./testing/test-studio";

let studio: TestStudio;
let ownerId: string;
beforeAll(async () => {
  studio = await createTestStudio();
  ownerId = (await studio.addPerson({ role: "owner" })).userId;
});
afterAll(() => studio.drop());

function newcomer(email: string) {
  return { name: "New", email, password: testPassword };
}

describe("acceptInvitation", () => {
  it("accepts one person, even if several use the link at once", async () => {
    const { token } = await createInvitation({ userId: ownerId }, { role: "member" });
    const codes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        codeOf(acceptInvitation(token, newcomer(`race${index}@example.test`))),
      ),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "auth.link-invalid")).toHaveLength(5);
    expect(await studio.database.user.count({ where: { email: { startsWith: "race" } } })).toBe(1);
    expect(await findOpenInvitation(token)).toBeNull();
  });

  it("keeps the link open when the address is taken", async () => {
    const { token } = await createInvitation({ userId: ownerId }, { role: "member" });
    const taken = await studio.addPerson();
    expect(await codeOf(acceptInvitation(token, newcomer(taken.email)))).toBe("auth.email-taken");
    expect(await codeOf(acceptInvitation(token, newcomer("free@example.test")))).toBe("done");
  });

  it("accepts only the invited address", async () => {
    const { token } = await createInvitation(
      { userId: ownerId },
      { role: "owner", email: "ann@example.test" },
    );
    expect(await codeOf(acceptInvitation(token, newcomer("eve@example.test")))).toBe("input.invalid");
    const userId = await acceptInvitation(token, newcomer("ann@example.test"));
    const user = await studio.database.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user.role).toBe("owner");
  });

  it("rejects a password that is easy to guess, and keeps the link open", async () => {
    const { token } = await createInvitation({ userId: ownerId }, { role: "member" });
    const weak = { ...newcomer("weak@example.test"), password: "password1234" };
    await expect(acceptInvitation(token, weak)).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "password", key: "account.password.guessable" }],
    });
    expect(await codeOf(acceptInvitation(token, newcomer("weak@example.test")))).toBe("done");
  });

  it("rejects a revoked, an expired and an unknown link", async () => {
    const revoked = await createInvitation({ userId: ownerId }, { role: "member" });
    expect(await revokeInvitation({ userId: ownerId }, revoked.invitation.id)).toBe(true);
    expect(await revokeInvitation({ userId: ownerId }, revoked.invitation.id)).toBe(false);
    const ended = await createInvitation({ userId: ownerId }, { role: "member" });
    await studio.database.invitation.update({
      where: { id: ended.invitation.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    for (const token of [revoked.token, ended.token, "join_invented"])
      expect(await codeOf(acceptInvitation(token, newcomer("late@example.test")))).toBe("auth.link-invalid");
    const open = await listOpenInvitations();
    expect(open.map(({ id }) => id)).not.toContain(revoked.invitation.id);
    expect(open.map(({ id }) => id)).not.toContain(ended.invitation.id);
  });

  it("stores no usable link in the database", async () => {
    const { token } = await createInvitation({ userId: ownerId }, { role: "member" });
    expect(JSON.stringify(await studio.database.invitation.findMany())).not.toContain(token);
  });
});
