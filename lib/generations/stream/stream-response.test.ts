import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStreamResponse } from "./stream-response.server";

/** What reached nobody: it would end or shame the process that serves everybody. */
const escaped: unknown[] = [];
const note = (error: unknown) => void escaped.push(error);

beforeEach(() => {
  escaped.length = 0;
  process.on("uncaughtException", note).on("unhandledRejection", note);
});
afterEach(() => {
  process.off("uncaughtException", note).off("unhandledRejection", note);
});

/** A sound whose next piece comes when the test says so. */
async function open() {
  const listening = new AbortController();
  const pieces = [Promise.withResolvers<Uint8Array>(), Promise.withResolvers<Uint8Array>()];
  let ended = false;
  async function* make(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const piece of pieces) yield await piece.promise;
    } finally {
      ended = true;
    }
  }
  const response = await createStreamResponse(
    new Request("http://127.0.0.1/stream"),
    { kind: "live", mimeType: "audio/mpeg", bytes: make() },
    listening,
  );
  return { reader: response.body!.getReader(), pieces, listening, hasEnded: () => ended };
}

/** Long enough for every promise and for what Node tells of those that nobody holds. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("a reader that leaves while a piece is on its way", () => {
  it("closes the source and leaks no error, whether the next piece arrives or the source fails", async () => {
    for (const fail of [false, true]) {
      const { reader, pieces, listening, hasEnded } = await open();
      const first = reader.read();
      pieces[0]!.resolve(new Uint8Array([1]));
      expect((await first).value).toEqual(new Uint8Array([1]));
      const second = reader.read();
      // By now the stream waits for the source.
      await settle();
      const left = reader.cancel();
      expect(listening.signal.aborted).toBe(true);
      if (fail) pieces[1]!.reject(new Error("The database is away"));
      else pieces[1]!.resolve(new Uint8Array([2]));
      await Promise.allSettled([left, second]);
      await settle();
      expect(hasEnded()).toBe(true);
      expect(escaped).toEqual([]);
    }
  });
});
