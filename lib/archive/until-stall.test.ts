import { expect, it } from "vitest";
import { untilStall } from "./until-stall";

const first = Buffer.from("first");

/** A body of which only the beginning arrives. */
async function* stall() {
  yield first;
  await new Promise(() => {});
}

it("passes on what arrives, and ends its source when nobody reads on", async () => {
  let isEnded = false;
  async function* whole() {
    try {
      yield first;
      yield Buffer.from("second");
    } finally {
      isEnded = true;
    }
  }
  const options = { stallMs: 10_000, signal: new AbortController().signal };
  expect(Buffer.concat(await Array.fromAsync(untilStall(whole(), options))).toString()).toBe("firstsecond");
  isEnded = false;
  for await (const chunk of untilStall(whole(), options)) {
    expect(chunk).toBe(first);
    break;
  }
  expect(isEnded).toBe(true);
});

it("ends a body of which nothing arrives any more", async () => {
  const chunks = untilStall(stall(), { stallMs: 20, signal: new AbortController().signal });
  expect((await chunks.next()).value).toBe(first);
  await expect(chunks.next()).rejects.toMatchObject({ code: "input.timeout" });
});

it("ends with its sender", async () => {
  const sender = new AbortController();
  const chunks = untilStall(stall(), { stallMs: 10_000, signal: sender.signal });
  await chunks.next();
  const next = chunks.next();
  sender.abort(new Error("gone"));
  await expect(next).rejects.toThrow("gone");
  await expect(untilStall(stall(), { stallMs: 10_000, signal: sender.signal }).next()).rejects.toThrow(
    "gone",
  );
});
