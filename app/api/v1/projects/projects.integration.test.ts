import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { retryGeneration } from "@/lib/generations/ask/retry-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { listHandlers } from "@/lib/http/openapi/build-openapi-document";
import {
  type ProjectDto,
  projectItemPageSchema,
  projectMembersSchema,
  projectPageSchema,
} from "@/lib/projects/project-dto";
import { loadApiRoutes } from "../openapi.json/api-routes";

const apiRoutes = await loadApiRoutes();

let studio: StudioHarness;
/** Ada's studio; Ben is a member of her project, Dan is not. */
let ada: Person;
let ben: Person;
let dan: Person;

interface Person {
  userId: string;
  email: string;
  token: string;
}

async function addPerson(name: string): Promise<Person> {
  const { database } = studio.test;
  const email = `${name}@example.test`;
  const { id } = await database.user.create({ data: { email, name } });
  return { userId: id, email, token: (await createTestToken(id, database)).token };
}

beforeAll(async () => {
  studio = await openStudioHarness();
  await studio.startWorker();
  const { database } = studio.test;
  const { token } = await createTestToken(studio.userId, database);
  ada = { userId: studio.userId, email: "", token };
  [ben, dan] = await Promise.all([addPerson("ben"), addPerson("dan")]);
});
afterAll(() => studio.close());

async function call(
  { token }: Person,
  method: string,
  route: string,
  { params = {}, query = "", body }: { params?: Record<string, string>; query?: string; body?: object } = {},
): Promise<Response> {
  const handler = listHandlers(route, apiRoutes[route]!).find(([each]) => each === method)![1];
  const path = route.replaceAll(/\[(\w+)\]/g, (_match, name: string) => params[name]!);
  const request = new Request(`http://127.0.0.1:3000${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return handler(request, { params: Promise.resolve(params) });
}

async function createProject(title: string): Promise<ProjectDto> {
  const response = await call(ada, "POST", "/api/v1/projects", { body: { title } });
  expect(response.status).toBe(201);
  return (await response.json()) as ProjectDto;
}

async function generate(person: Person, body: object): Promise<Response> {
  return call(person, "POST", "/api/v1/generations", { body });
}

async function speak(text: string, projectId?: string): Promise<GenerationDto> {
  const input = { model: "speech-2.6-hd", text, subtitle_enable: true };
  const response = await generate(ada, { generator: "speech", input, projectId });
  expect(response.status).toBe(202);
  return studio.waitForEnd(((await response.json()) as GenerationDto).id);
}

async function listItems(person: Person, id: string) {
  const response = await call(person, "GET", "/api/v1/projects/[id]/items", { params: { id } });
  return projectItemPageSchema.parse(await response.json()).items;
}

it("new results go to the project that their request names, and its members alone see them", async () => {
  const project = await createProject("Harbour");
  const params = { id: project.id };
  const { outputs } = await speak("The tide is turning.", project.id);
  const { assetId } = outputs.find(({ role }) => role === "audio")!;
  const subtitle = outputs.find(({ role }) => role === "subtitle")!;
  const alone = await speak("Mine alone.");
  const [item, ...others] = await listItems(ada, project.id);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ assetId, kind: "audio", own: true });

  const media = (person: Person, id: string, query = "") =>
    call(person, "GET", "/api/media/[assetId]", { params: { assetId: id }, query });
  const peaks = (person: Person) =>
    call(person, "GET", "/api/media/[assetId]/peaks", { params: { assetId } });
  const see = async (person: Person) => [
    (await media(person, assetId)).status,
    (await media(person, assetId, "?download=1")).status,
    (await peaks(person)).status,
  ];
  expect(await see(ben)).toEqual([404, 404, 404]);
  const shared = await call(ada, "PUT", "/api/v1/projects/[id]/members", {
    params,
    body: { email: " BEN@example.test ", role: "view" },
  });
  expect(projectMembersSchema.parse(await shared.json()).people).toHaveLength(2);
  expect(await see(ben)).toEqual([200, 200, 200]);
  expect(await see(dan)).toEqual([404, 404, 404]);
  expect((await media(ben, subtitle.assetId)).status).toBe(404);
  expect((await media(ben, alone.outputs[0]!.assetId)).status).toBe(404);
  // The item can be seen; what made it, and what one can do with it, stay with its person.
  for (const route of ["/api/v1/generations/[id]", "/api/v1/items/[id]"]) {
    const id = route.includes("items") ? item!.id : item!.generationId;
    expect((await call(ben, "GET", route, { params: { id } })).status).toBe(404);
  }
  const prompt = async (person: Person) =>
    Buffer.from(await (await media(person, assetId, "?tags=prompt&download=1")).arrayBuffer());
  const title = Buffer.from(await (await media(ben, assetId, "?tags=title&download=1")).arrayBuffer());
  expect((await prompt(ben)).equals(title)).toBe(true);
  expect((await prompt(ada)).equals(title)).toBe(false);

  const ofBen = await call(ben, "GET", "/api/v1/projects");
  expect(projectPageSchema.parse(await ofBen.json()).projects).toMatchObject([
    { id: project.id, role: "view", people: 2, counts: { image: 0, audio: 1, video: 0 } },
  ]);
  const left = await call(ben, "DELETE", "/api/v1/projects/[id]/members/[userId]", {
    params: { ...params, userId: ben.userId },
  });
  expect(left.status).toBe(204);
  expect(await see(ben)).toEqual([404, 404, 404]);
});

it("refuses new work for a project that is gone, and stores the results of earlier work without it", async () => {
  const project = await createProject("Short-lived");
  const input = { model: "image-01", prompt: "A lamp" };
  const { generation } = await createGeneration(studio.services, {
    userId: ada.userId,
    generator: "image",
    // The sandbox answers late enough for the project to go.
    input: { ...input, n: 2 },
    projectId: project.id,
  });
  await call(ada, "DELETE", "/api/v1/projects/[id]", { params: { id: project.id } });
  const done = await studio.waitForEnd(generation.id);
  expect(done.outputs).toHaveLength(2);
  for (const projectId of [project.id, randomUUID()]) {
    const refused = await generate(ada, { generator: "image", input, projectId });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      409,
      "project.gone",
    ]);
  }
});

it("refuses new work for a project of others, or one that the person only looks at", async () => {
  const { id } = await createProject("Ada's");
  await studio.test.database.connection.create({ data: { userId: ben.userId, profileId: "sandbox" } });
  const put = (role: string) =>
    call(ada, "PUT", "/api/v1/projects/[id]/members", { params: { id }, body: { email: ben.email, role } });
  const ask = async () => {
    const input = { model: "image-01", prompt: "A lamp" };
    const response = await generate(ben, { generator: "image", input, projectId: id });
    return { status: response.status, body: (await response.json()) as GenerationDto };
  };
  expect((await ask()).status).toBe(409);
  await put("view");
  expect((await ask()).status).toBe(409);
  await put("work");
  const asked = await ask();
  expect(asked.status).toBe(202);
  await expect.poll(async () => (await listItems(ada, id)).length, { timeout: 30_000 }).toBe(1);
  expect(await listItems(ada, id)).toMatchObject([{ own: false, person: "ben" }]);
});

it("a retry goes to the project of what it repeats, while that is there", async () => {
  const { database } = studio.test;
  const { id } = await createProject("Again");
  const { generation } = await createGeneration(studio.services, {
    userId: ada.userId,
    generator: "image",
    input: { model: "image-01", prompt: "A lamp" },
    projectId: id,
  });
  await studio.waitForEnd(generation.id);
  await database.generation.update({ where: { id: generation.id }, data: { state: "failed" } });
  const retry = async () => {
    const again = await retryGeneration(studio.services, {
      userId: ada.userId,
      id: generation.id,
      mayCostAgain: true,
    });
    return (await database.generation.findUniqueOrThrow({ where: { id: again.id } })).projectId;
  };
  expect(await retry()).toBe(id);
  await database.project.delete({ where: { id } });
  expect(await retry()).toBeNull();
});
