import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestStudio, type TestStudio } from "@/lib/auth/testing/test-studio";
import { parseEnv } from "@/lib/env/env.server";
import { startCleaning } from "./clean-up.server";

const dayMs = 24 * 60 * 60 * 1000;

let studio: TestStudio;
let dataDir: string;

async function openStudio(auditDays: string): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-clean-up-"));
  vi.stubGlobal("reverieEnv", undefined);
  studio = await createTestStudio({ STUDIO_DATA_DIR: dataDir, STUDIO_AUDIT_DAYS: auditDays });
  for (const days of [0, 89, 91, 399, 401])
    await studio.database.auditEvent.create({
      data: { kind: "sign-in", subject: `${days}`, at: new Date(Date.now() - days * dayMs) },
    });
}

const report = (error: unknown): never => {
  throw error;
};

async function listAges(): Promise<(string | null)[]> {
  const events = await studio.database.auditEvent.findMany({ orderBy: { at: "desc" } });
  return events.map(({ subject }) => subject);
}

describe("cleaning", () => {
  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    await studio.drop();
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ["", ["0", "89", "91", "399"]],
    ["90", ["0", "89"]],
    ["off", ["0", "89", "91", "399", "401"]],
  ])("deletes events of the audit log that are older than STUDIO_AUDIT_DAYS=%s", async (setting, kept) => {
    await openStudio(setting);
    await startCleaning({ database: studio.database, report }).stop();
    expect(await listAges()).toEqual(kept);
  });

  it("is done again every day", async () => {
    await openStudio("");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    const cleaning = startCleaning({ database: studio.database, report });
    vi.advanceTimersByTime(2 * dayMs);
    await cleaning.stop();
    expect(await listAges()).toEqual(["0", "89", "91"]);
  });

  it("forgets counts of sign-ins whose window has ended", async () => {
    await openStudio("");
    const at = (ms: number) => new Date(Date.now() + ms);
    await studio.database.signInThrottle.createMany({
      data: [
        { key: "ended", points: 8, expire: at(-61 * 60_000) },
        { key: "counts", points: 8, expire: at(60_000) },
      ],
    });
    await startCleaning({ database: studio.database, report }).stop();
    expect(await studio.database.signInThrottle.findMany({ select: { key: true } })).toEqual([
      { key: "counts" },
    ]);
  });
});

it("refuses settings that keep events for less than 90 days", () => {
  for (const days of ["0", "89", "-400", "1e3", "400.5", "never"])
    expect(() => parseEnv({ STUDIO_AUDIT_DAYS: days }), days).toThrow(/STUDIO_AUDIT_DAYS/);
});
