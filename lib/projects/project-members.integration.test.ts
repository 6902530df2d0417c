import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeItems } from "@/lib/items/change/change-items.server";
import { findVisibleAsset } from "@/lib/media/find-asset.server";
import { addProjectItems, removeProjectItems } from "./change/project-items.server";
import { putMember, removeMember } from "./change/project-members.server";
import { listMembers } from "./read/list-members.server";
import { openProjectStudio, type ProjectStudio } from "./testing/project-studio.server";

let studio: ProjectStudio;
beforeAll(async () => {
  studio = await openProjectStudio();
});
afterAll(() => studio.drop());

describe("the members of a project", () => {
  const findFile = async (userId: string, itemId: string) => {
    const { assetId } = await studio.database.item.findUniqueOrThrow({ where: { id: itemId } });
    return (await findVisibleAsset(assetId, userId, studio.database)) !== null;
  };

  it("see the files of its items, while both are in it and the item is not in the trash", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await studio.openProject();
    const [outside] = await studio.addItems(ada.userId, 1);
    const [first] = ids;
    // The five share a file.
    const others = ids.slice(1);
    const see = () => Promise.all([ada, ben, cleo, dan].map((person) => findFile(person.userId, first!)));
    expect(await see()).toEqual([true, true, true, false]);
    for (const { userId } of [ben, cleo, dan]) expect(await findFile(userId, outside!)).toBe(false);
    await changeItems({ database, clock: Date }, { author: ada, ids, changes: { trashed: true } });
    expect(await see()).toEqual([true, false, false, false]);
    await changeItems({ database, clock: Date }, { author: ada, ids, changes: { trashed: false } });
    await removeMember(database, { author: ada, id, memberId: cleo.userId });
    expect(await see()).toEqual([true, true, false, false]);
    await removeProjectItems(database, { userId: ada.userId, id, ids: others });
    expect(await see()).toEqual([true, true, false, false]);
    await removeProjectItems(database, { userId: ada.userId, id, ids: [first!] });
    expect(await see()).toEqual([true, false, false, false]);
  });

  it("are chosen by the owner, and leave with their items", async () => {
    const { database } = studio;
    const { id, ids, ada, ben, cleo, dan } = await studio.openProject();
    const put = (author: typeof ada, email: string) =>
      putMember(database, { author, id, email, role: "view" });
    await expect(put(ben, dan.email)).rejects.toMatchObject({ code: "project.role" });
    await expect(put(dan, dan.email)).rejects.toMatchObject({ code: "not-found" });
    await expect(put(ada, "nobody@example.test")).rejects.toMatchObject({ code: "input.invalid" });
    await expect(put(ada, ada.email)).rejects.toMatchObject({ code: "input.invalid" });
    const remove = (author: typeof ada, memberId: string) => removeMember(database, { author, id, memberId });
    await expect(remove(ben, cleo.userId)).rejects.toMatchObject({ code: "project.role" });
    await expect(remove(dan, cleo.userId)).rejects.toMatchObject({ code: "not-found" });
    const { people } = await listMembers(database, { userId: cleo.userId, id });
    expect(people.map(({ name, role, you }) => [name, role, you])).toEqual([
      ["Ada", "owner", false],
      ["Ben", "work", false],
      ["Cleo", "view", true],
    ]);
    const [own] = await studio.addItems(ben.userId, 1);
    await addProjectItems(database, { userId: ben.userId, id, ids: [own!] });
    expect(await findFile(ada.userId, own!)).toBe(true);
    await remove(ben, ben.userId);
    expect(await studio.listIds(ada.userId, id)).toEqual(ids);
    expect(await findFile(ada.userId, own!)).toBe(false);
    await expect(studio.listIds(ben.userId, id)).rejects.toMatchObject({ code: "not-found" });
    expect(await database.auditEvent.count({ where: { kind: "project-unshared", subject: ben.email } })).toBe(
      1,
    );
  });
});
