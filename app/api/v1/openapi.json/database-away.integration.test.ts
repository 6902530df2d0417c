import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getNextAuth, POST as postNextAuth } from "@/app/api/auth/[...nextauth]/route";
import { createDatabase, type Database } from "@/lib/db/database.server";
import { runAction } from "@/lib/http/run-action.server";
import { listHandlers } from "@/lib/http/openapi/build-openapi-document";
import { proxy } from "@/proxy";
import { loadApiRoutes } from "./api-routes";

const apiRoutes = await loadApiRoutes();
const origin = "http://127.0.0.1:3000";

/** Answer without the database. */
const independent = ["/api/health/live"];

const cases = Object.entries(apiRoutes)
  .filter(([route]) => !independent.includes(route))
  .flatMap(([route, module]) =>
    listHandlers(route, module).map(([method, handler]) => ({ method, route, handler })),
  );

/** No server listens on this port. */
const awayUrl = "postgresql://nobody:nothing@127.0.0.1:9/none";

describe("while the database is away", () => {
  const globalForDatabase = globalThis as { reverieDatabase?: Database };

  beforeAll(() => {
    process.env.DATABASE_URL = awayUrl;
    process.env.STUDIO_SECRET = "a secret of the tests, long enough to be one";
    // What an earlier file left running may have read the settings meanwhile.
    delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
    globalForDatabase.reverieDatabase = createDatabase(awayUrl);
  });
  afterAll(async () => {
    await globalForDatabase.reverieDatabase?.$disconnect();
    delete globalForDatabase.reverieDatabase;
  });

  it.each(cases)("$method $route says so", async ({ method, route, handler }) => {
    const path = route.replaceAll(/\[\w+\]/g, "0197f1c2-0000-7000-8000-000000000000");
    const request = new Request(origin + path, {
      method,
      headers: { authorization: `Bearer rvr_${"A".repeat(43)}`, "content-type": "application/json" },
      body:
        method === "GET" || method === "HEAD" ? null : JSON.stringify({ task_id: "1", status: "Processing" }),
    });
    const id = "0197f1c2-0000-7000-8000-000000000000";
    const token = `${path.startsWith("/api/shares/") ? "share_" : "rvc_"}${"A".repeat(43)}`;
    const response = await handler(request, {
      params: Promise.resolve({ id, assetId: id, tokenId: id, voiceId: "voice", token }),
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    if (method !== "HEAD") expect(await response.json()).toMatchObject({ code: "database.away" });
  });

  it.each([
    ["session", getNextAuth],
    ["callback/credentials", postNextAuth],
  ])("next-auth's %s says so", async (action, handle) => {
    const request = new NextRequest(`${origin}/api/auth/${action}`, {
      method: handle === postNextAuth ? "POST" : "GET",
    });
    const response = await handle(request, { params: Promise.resolve({ nextauth: action.split("/") }) });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  it("answers pages with plain words in the person's language", async () => {
    const request = new NextRequest(`${origin}/library`, { headers: { "accept-language": "zh-CN" } });
    const response = await proxy(request);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.text()).toContain("工作室的数据库暂时不可用。");
  });

  it("tells the form of an action", async () => {
    const result = await runAction(() => globalForDatabase.reverieDatabase!.user.count());
    expect(result).toMatchObject({ ok: false, problem: { code: "database.away" } });
  });
});
