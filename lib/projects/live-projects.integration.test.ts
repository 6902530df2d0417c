import { afterAll, beforeAll, expect, it } from "vitest";
import { type LiveHub, openLiveHub } from "@/lib/live/live-hub.server";
import { addProjectItems, moveProjectItems, removeProjectItems } from "./change/project-items.server";
import { removeMember } from "./change/project-members.server";
import { openProjectStudio, type ProjectStudio } from "./testing/project-studio.server";

let studio: ProjectStudio;
let hub: LiveHub;
beforeAll(async () => {
  studio = await openProjectStudio();
  hub = await openLiveHub(studio.url);
});
afterAll(async () => {
  await hub.close();
  await studio.drop();
});

it("tells everybody who sees a project of its changes, once for each, and nobody else", async () => {
  const { database } = studio;
  const { id, ids, ...people } = await studio.openProject();
  const { ada, ben } = people;
  const [added] = await studio.addItems(ben.userId, 1);
  const told: string[] = [];
  let awaited = "";
  let arrived = Promise.withResolvers<void>();
  const leave = Object.entries(people).map(([name, { userId }]) =>
    hub.subscribe(userId, {
      onChange() {},
      onLineChange() {},
      onGap() {},
      onListChange(list) {
        told.push(`${name}: ${list}`);
        if (told.at(-1) === awaited) arrived.resolve();
      },
    }),
  );
  /** Whom a change is told. A saved search of Dan follows it, so that nothing can still arrive. */
  async function listTold(change: () => Promise<unknown>): Promise<string[]> {
    told.length = 0;
    awaited = "dan: savedSearches";
    arrived = Promise.withResolvers<void>();
    await change();
    const payload = JSON.stringify({ userId: people.dan.userId, list: "savedSearches" });
    await database.$executeRaw`SELECT pg_notify('reverie_lists', ${payload})`;
    await arrived.promise;
    return told.filter((line) => line !== awaited).toSorted();
  }
  const everybody = ["ada: projects", "ben: projects", "cleo: projects"];
  // What is still told of opening the project.
  await listTold(() => Promise.resolve());

  expect(await listTold(() => addProjectItems(database, { userId: ben.userId, id, ids: [added!] }))).toEqual(
    everybody,
  );
  const first = { userId: ada.userId, id, ids: [ids[2]!], before: ids[0]! };
  expect(await listTold(() => moveProjectItems(database, first))).toEqual(everybody);
  expect(await listTold(() => removeProjectItems(database, { userId: ada.userId, id, ids }))).toEqual(
    everybody,
  );
  // Who is removed sees that, too.
  const removal = { author: ada, id, memberId: people.cleo.userId };
  expect(await listTold(() => removeMember(database, removal))).toEqual(everybody);
  expect(await listTold(() => database.project.delete({ where: { id } }))).toEqual([
    "ada: projects",
    "ben: projects",
  ]);
  for (const end of leave) end();
});
