import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { createFilm } from "@/lib/films/change/create-film.server";
import { makeFilm } from "@/lib/films/film-document";
import { listHandlers } from "@/lib/http/openapi/build-openapi-document";
import { issueTicket } from "@/lib/items/archive/archive-tickets.server";
import type { RouteHandler } from "@/lib/http/route.server";
import { loadApiRoutes } from "./api-routes";

const apiRoutes = await loadApiRoutes();

interface Case {
  method: string;
  route: string;
  handler: RouteHandler;
}

/** Handlers of a person's resource. Voices belong to the service. Who may call what: app/access.integration.test.ts. */
const ofOneThing: Case[] = Object.entries(apiRoutes)
  .flatMap(([route, module]) =>
    listHandlers(route, module)
      .filter(([, handler]) => handler.declaration.auth !== "none")
      .map(([method, handler]) => ({ method, route, handler })),
  )
  .filter(({ route }) => /\[(id|assetId|tokenId)\]/.test(route));

const emptyFilm = makeFilm({ aspect: "16:9", frameRate: 24 });

/** Valid bodies for routes that would otherwise reject an empty one first. */
const bodies: Record<string, object> = {
  "/api/v1/generations/[id]/title": { title: "Theirs" },
  "/api/v1/shares/[id]": { expiresInDays: 7 },
  "/api/v1/projects/[id]/items": { ids: [randomUUID()] },
  "/api/v1/projects/[id]/items/remove": { ids: [randomUUID()] },
  "/api/v1/projects/[id]/items/additions": { ids: [randomUUID()] },
  "/api/v1/projects/[id]/items/removals": { ids: [randomUUID()] },
  "/api/v1/projects/[id]/items/move": { ids: [randomUUID()] },
  "/api/v1/films/[id]/document": { version: 1, key: randomUUID(), document: emptyFilm },
  "/api/v1/films/[id]/exports": { settings: { format: "mp4" }, key: randomUUID() },
  "/api/v1/films/[id]/generations": { version: 1, shots: [{ id: randomUUID(), after: null }] },
  "/api/v1/films/[id]/versions/[number]": { name: "Theirs" },
  "/api/v1/films/[id]/versions/[number]/restoration": { version: 1, key: randomUUID() },
  "/api/v1/projects/[id]/members": { email: "stranger@example.test", role: "work" },
};

describe("what is somebody's own", () => {
  let studio: StudioHarness;
  let stranger: string;
  let owner: string;
  let ids: Record<
    | "generation"
    | "item"
    | "archive"
    | "share"
    | "asset"
    | "token"
    | "analysis"
    | "task"
    | "project"
    | "film"
    | "export",
    string
  >;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
    const { database } = studio.test;
    const { id } = await database.user.create({ data: { email: "stranger@example.test", name: "Stranger" } });
    stranger = (await createTestToken(id, database)).token;
    const own = await createTestToken(studio.userId, database);
    owner = own.token;
    const input = { model: "speech-2.6-hd", text: "Mine alone.", subtitle_enable: true };
    const { id: generation } = await studio.submit(input, { generator: "speech" });
    const { outputs } = await studio.waitForEnd(generation);
    const sound = outputs.find(({ role }) => role === "audio")!;
    const analysis = await database.coverAnalysis.create({
      data: {
        userId: studio.userId,
        scope: "any",
        assetId: sound.assetId,
        sha256: sound.sha256,
        state: "ready",
        coverFeatureId: "f-1",
      },
    });
    const item = await database.item.findFirstOrThrow({ where: { generationId: generation } });
    const action = { kind: "change", changes: { favourite: true } };
    const task = await database.itemTask.create({
      data: { userId: studio.userId, action, itemIds: [item.id], total: 1, exact: true },
    });
    const project = await database.project.create({
      data: {
        userId: studio.userId,
        title: "Mine",
        colour: "teal",
        items: { create: { itemId: item.id, position: 1 } },
      },
    });
    const film = await createFilm(database, studio.userId, { title: "Mine", aspect: "16:9", frameRate: 24 });
    const { id: exportId } = await database.filmExport.create({
      data: {
        ...{
          userId: studio.userId,
          filmId: film.id,
          title: "Mine",
          filmVersion: 1,
          frames: 1,
          frameRate: 24,
        },
        ...{ settings: { format: "mp4" }, state: "failed", requestHash: "any", key: "any", locale: "en" },
      },
    });
    const share = await database.share.create({
      data: { userId: studio.userId, tokenHash: "any", showPrompt: false },
    });
    ids = {
      generation,
      item: item.id,
      share: share.id,
      archive: issueTicket(studio.userId, [item.id], Date.now()).id,
      asset: sound.assetId,
      token: own.summary.id,
      analysis: analysis.id,
      task: task.id,
      project: project.id,
      film: film.id,
      export: exportId,
    };
  });
  afterAll(() => studio.close());

  const isOfGeneration = (route: string) => route.startsWith("/api/v1/generations/");
  const isOfItem = (route: string) => route.startsWith("/api/v1/items/");
  const isOfTask = (route: string) => route.startsWith("/api/v1/item-tasks/");
  const isOfProject = (route: string) => route.startsWith("/api/v1/projects/");
  const isOfFilm = (route: string) => route.startsWith("/api/v1/films/");
  const isOfAnalysis = (route: string) => route.startsWith("/api/v1/cover-analyses/");

  function findId(route: string): string {
    if (isOfGeneration(route)) return ids.generation;
    if (route === "/api/v1/items/archives/[id]") return ids.archive;
    if (route === "/api/v1/shares/[id]") return ids.share;
    if (isOfItem(route)) return ids.item;
    if (isOfTask(route)) return ids.task;
    if (isOfProject(route)) return ids.project;
    if (isOfFilm(route)) return ids.film;
    return isOfAnalysis(route) ? ids.analysis : ids.asset;
  }

  function call({ method, route, handler }: Case, token: string): Promise<Response> {
    const params = {
      id: findId(route),
      assetId: ids.asset,
      tokenId: ids.token,
      voiceId: "Santa_Claus",
      userId: studio.userId,
      itemId: ids.item,
      number: "1",
      exportId: ids.export,
    };
    const path = route.replaceAll(/\[(\w+)\]/g, (_match, name: keyof typeof params) => params[name] ?? "x");
    const body = handler.declaration.body ? JSON.stringify(bodies[route] ?? {}) : null;
    const request = new Request(`http://127.0.0.1:3000${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: method === "GET" || method === "HEAD" ? null : body,
    });
    return handler(request, { params: Promise.resolve(params) });
  }

  it.each(ofOneThing)("is not there for anybody else: $method $route", async (each) => {
    const isOwners = each.handler.declaration.auth === "owner";
    expect((await call(each, stranger)).status).toBe(isOwners ? 403 : 404);
  });

  it("is there for its owner", async () => {
    const isStored = (route: string) =>
      isOfGeneration(route) ||
      isOfItem(route) ||
      isOfTask(route) ||
      isOfProject(route) ||
      isOfFilm(route) ||
      isOfAnalysis(route) ||
      /^\/api\/(media|v1\/sounds)\//.test(route);
    for (const each of ofOneThing.filter(({ method, route }) => method === "GET" && isStored(route))) {
      const response = await call(each, owner);
      // A picture has neither a small copy for the preview of films nor frames.
      const expected = each.route.endsWith("/proxy") ? 204 : each.route.endsWith("/strip") ? 415 : 200;
      expect([each.route, response.status]).toEqual([each.route, expected]);
      await response.arrayBuffer();
    }
  });
});
