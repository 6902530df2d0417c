import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { GET } from "./route";

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
type Rectangle = { x: number; y: number; w: number; h: number };
type Dashboard = { panels: { id: number; title: string; gridPos: Rectangle; targets: { expr: string }[] }[] };

const rules = parse(readFileSync("deploy/monitoring/alerts.yaml", "utf8")) as Rules;
const dashboard = JSON.parse(readFileSync("deploy/monitoring/dashboard.json", "utf8")) as Dashboard;

const expressions = [
  ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Texts of the nodes of a PromQL expression with this name; Prometheus's own grammar adds ⚠ nodes where it can't read on. */
function findNodes(expression: string, name: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter(node) {
      if (node.name === name) found.push(expression.slice(node.from, node.to));
    },
  });
  return found;
}

describe("metrics", () => {
  let studio: StudioHarness;
  let metrics: string;

  beforeAll(async () => {
    studio = await openStudioHarness();
    await studio.startWorker();
    const ended = [];
    for (const prompt of ["A ship", "A ship [[fault:1026]]", "A boat [[fault:1026]]"])
      ended.push(
        await studio.waitForEnd(
          (await studio.submit({ model: "image-01", prompt }, { generator: "image" })).id,
        ),
      );
    expect(ended.map(({ state }) => state)).toEqual(["succeeded", "failed", "failed"]);
    expect(ended[1]!.error?.code).toBe(ended[2]!.error?.code);
    const { token } = await createTestToken(studio.userId, studio.test.database);
    const request = new Request("http://127.0.0.1:3000/api/metrics", {
      headers: { authorization: `Bearer ${token}` },
    });
    const response = await GET(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(200);
    metrics = await response.text();

    expect(metrics).toContain('reverie_generations{state="succeeded"} 1\n');
    expect(metrics).toContain('reverie_generations{state="failed"} 2\n');
    expect(metrics).toContain(`reverie_failures_last_hour{code="${ended[1]!.error?.code}"} 2\n`);
  });
  afterAll(() => studio.close());

  it("forget failures after an hour", async () => {
    const { database } = studio.test;
    await database.generation.updateMany({
      where: { state: "failed" },
      data: { finishedAt: new Date(Date.now() - 3_700_000) },
    });
    const { token } = await createTestToken(studio.userId, database);
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request("http://127.0.0.1:3000/api/metrics", { headers });
    const later = await (await GET(request, { params: Promise.resolve({}) })).text();
    expect(later).toContain("# TYPE reverie_failures_last_hour gauge");
    expect(later).not.toMatch(/^reverie_failures_last_hour\{/m);
  });

  it.each(expressions)("have what alerts and dashboard ask for: %s, %s", (_name, expression) => {
    expect(findNodes(expression, "⚠")).toEqual([]);
    const names = findNodes(expression, "Identifier").filter((name) => name !== "up");
    const known = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    // A state that is not there would be an alert that never fires.
    for (const [, states] of expression.matchAll(/state=~?"([^"]+)"/g))
      for (const state of states!.split("|")) expect(metrics).toContain(`{state="${state}"}`);
  });

  it("fit on the dashboard without covering each other", () => {
    const places = dashboard.panels.map(({ gridPos }) => gridPos);
    const overlaps = (one: Rectangle, other: Rectangle) =>
      one.x < other.x + other.w &&
      other.x < one.x + one.w &&
      one.y < other.y + other.h &&
      other.y < one.y + one.h;
    expect(places.filter((one) => places.some((other) => one !== other && overlaps(one, other)))).toEqual([]);
    expect(places.filter(({ x, w }) => x + w > 24)).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(places.length);
  });
});
