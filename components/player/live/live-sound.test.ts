import { describe, expect, it } from "vitest";
import { makeFrame } from "../testing/make-mpeg";
import { LiveSound } from "./live-sound";
import { concatBytes } from "./growing-peaks";

const whole = concatBytes(Array.from({ length: 6 }, makeFrame));

/** A response whose body yields these bytes and then ends or breaks. */
function answer(pieces: Uint8Array[], end: "close" | "break" = "close"): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else if (end === "close") controller.close();
      else controller.error(new TypeError("network error"));
    },
  });
  return new Response(body);
}

function makeSound(answers: (() => Response | Promise<Response>)[]) {
  const waitedMs: number[] = [];
  let requests = 0;
  const sound = new LiveSound("/stream", {
    fetch: async () => {
      requests += 1;
      return answers.shift()!();
    },
    decode: (bytes) => Promise.resolve({ samples: new Float32Array(bytes.length), sampleRateHz: 8_000 }),
    whenIdle: () => Promise.resolve(),
    delay: (milliseconds) => {
      waitedMs.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { sound, waitedMs, readRequests: () => requests, read: () => concatBytes(sound.chunks) };
}

describe("LiveSound", () => {
  it("keeps all bytes and knows their length", async () => {
    const { sound, read } = makeSound([() => answer([whole.slice(0, 500), whole.slice(500)])]);
    await sound.open();
    expect(read()).toEqual(whole);
    expect(sound.getSnapshot()).toMatchObject({ state: "complete", problem: null });
    expect(sound.getSnapshot().seconds).toBeCloseTo((6 * 1152) / 44_100);
  });

  it("reconnects and skips what it has, wherever the pieces are cut", async () => {
    const { sound, read, waitedMs } = makeSound([
      () => answer([whole.slice(0, 700)], "break"),
      () => answer([whole.slice(0, 300), whole.slice(300, 900)], "break"),
      () => answer([whole.slice(0, 900), whole.slice(900)]),
    ]);
    await sound.open();
    expect(read()).toEqual(whole);
    expect(sound.getSnapshot().state).toBe("complete");
    expect(waitedMs).toEqual([500, 1000]);
  });

  it("gives up after the last attempt and reports whether anything arrived", async () => {
    const dead = () => Promise.reject(new TypeError("failed to fetch"));
    const none = makeSound(Array.from({ length: 6 }, () => dead));
    await none.sound.open();
    expect(none.sound.getSnapshot()).toMatchObject({ state: "broken", problem: "unreachable" });
    const some = makeSound([
      () => answer([whole.slice(0, 700)], "break"),
      ...Array.from({ length: 5 }, () => dead),
    ]);
    await some.sound.open();
    expect(some.sound.getSnapshot()).toMatchObject({ state: "broken", problem: "broke-off" });
    expect(some.readRequests()).toBe(6);
  });

  it.each([
    [401, "signed-out"],
    [404, "gone"],
    [410, "gone"],
  ] as const)("does not retry after %i", async (status, problem) => {
    const { sound, readRequests } = makeSound([() => new Response(null, { status })]);
    await sound.open();
    expect(sound.getSnapshot()).toMatchObject({ state: "broken", problem });
    expect(readRequests()).toBe(1);
  });

  it("retries while nothing is available yet", async () => {
    const { sound, read } = makeSound([() => new Response(null, { status: 409 }), () => answer([whole])]);
    await sound.open();
    expect(read()).toEqual(whole);
  });

  it("notifies every listener, and none after closing", async () => {
    const { sound } = makeSound([() => answer([whole])]);
    let told = 0;
    sound.subscribe(() => (told += 1));
    await sound.open();
    expect(told).toBeGreaterThan(1);
    const before = told;
    sound.close();
    expect(told).toBe(before);
    expect(sound.getSnapshot().state).toBe("complete");
  });
});
