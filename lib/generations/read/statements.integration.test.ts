import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, type Database } from "@/lib/db/database.server";
import { openDatabaseProxy, type DatabaseProxy } from "@/lib/db/testing/database-proxy";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { getGeneration } from "./get-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "./list-generations.server";

let studio: StudioHarness;
let proxy: DatabaseProxy;
let database: Database;
const ids: string[] = [];

beforeAll(async () => {
  studio = await openStudioHarness({ generators: [fakeGenerator] });
  for (const name of ["one", "two", "three"])
    ids.unshift((await studio.submit({ name }, { generator: "fake" })).id);
  await studio.test.database.generation.updateMany({ data: { state: "failed" } });
  proxy = await openDatabaseProxy(studio.test.url);
  database = createDatabase(proxy.url);
});
afterAll(async () => {
  await database?.$disconnect();
  await proxy?.close();
  await studio?.close();
});

async function countStatements(run: () => Promise<unknown>): Promise<number> {
  const before = proxy.statements;
  await run();
  return proxy.statements - before;
}

// Every change of a generation reads it once for each process that shows it.
it("reads a generation with its results and files in one statement", async () => {
  const services = { database, clock: { now: Date.now } };
  const [id] = ids;
  const read = () => getGeneration(services, { userId: studio.userId, id: id! });
  expect(await read()).toMatchObject({ id, outputs: [] });
  expect(await countStatements(read)).toBe(1);
});

it("reads a page in two statements, in order", async () => {
  const services = { database, clock: { now: Date.now } };
  const read = (cursor?: string) =>
    listGenerations(services, studio.userId, listGenerationsQuerySchema.parse({ limit: 2, cursor }));
  const page = await read();
  expect(page.generations.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(await countStatements(() => read())).toBe(2);
  const last = await read(page.nextCursor!);
  expect(last).toMatchObject({ generations: [{ id: ids[2] }], nextCursor: null });
});
