import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** What Next's own loader makes of the settings in a phase, and the native modules that it took. */
async function loadConfig(
  phase: string,
): Promise<{ headers: unknown; alias: string | null; native: string[] }> {
  const program = `
    require("next/dist/server/config").default(${JSON.stringify(phase)}, process.cwd(), { silent: true }).then(async (config) => {
      const native = process.report.getReport().sharedObjects.filter((file) => file.endsWith(".node"));
      const alias = config.turbopack?.resolveAlias?.["use-intl/format-message"] ?? null;
      console.log(JSON.stringify({ headers: await config.headers(), alias, native }));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", program], {
    cwd: root,
    env: { ...process.env, TURBOPACK: "1" },
  });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof loadConfig>>;
}

describe("the settings of Next", () => {
  it("load no compiler and no file watcher in the server of built pages", async () => {
    const served = await loadConfig("phase-production-server");
    const built = await loadConfig("phase-production-build");
    expect(served.native).toEqual([]);
    expect(served.headers).toEqual(built.headers);
    expect(built.alias).toBe("./lib/i18n/format-message.ts");
  });
});
