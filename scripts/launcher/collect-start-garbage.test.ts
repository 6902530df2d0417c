import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { preload } from "./node-options";

const root = path.resolve(import.meta.dirname, "../..");

/** Records the timers that a process sets, which then never fire. */
const recordTimers = `data:text/javascript,
  globalThis.timers = [];
  globalThis.setTimeout = (act, ms) => {
    timers.push({ act, ms });
    return { unref: () => (timers.at(-1).isUnreferenced = true) };
  };`;

async function evaluate(program: string, ...options: string[]): Promise<unknown> {
  const nodeArguments = [...options, ...preload(root, "collect-start-garbage.mjs"), "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, nodeArguments);
  return JSON.parse(stdout) as unknown;
}

describe("a process of the studio", () => {
  it("frees once what its start has left behind", async () => {
    const program = `
      const garbage = new WeakRef({});
      setImmediate(() => {
        const before = garbage.deref() !== undefined;
        setImmediate(() => {
          for (const { act } of timers) act();
          const [{ ms, isUnreferenced }] = timers;
          console.log(JSON.stringify({ before, after: garbage.deref() !== undefined, ms, isUnreferenced, count: timers.length }));
        });
      });`;
    expect(await evaluate(program, "--import", recordTimers)).toEqual({
      before: true,
      after: false,
      ms: 60_000,
      isUnreferenced: true,
      count: 1,
    });
  });
});
