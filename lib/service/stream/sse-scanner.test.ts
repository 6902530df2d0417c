import { describe, expect, it } from "vitest";
import { SseScanner } from "./sse-scanner.server.ts";

function readEvents(text: string | Buffer, size: number): { events: string[]; isInsideEvent: boolean } {
  const bytes = Buffer.from(text);
  const scanner = new SseScanner();
  const events: string[] = [];
  let present: Buffer[] = [];
  for (let index = 0; index < bytes.length; index += size) {
    for (const event of scanner.push(bytes.subarray(index, index + size))) {
      if (event.type === "data") present.push(Buffer.from(event.bytes));
      else {
        events.push(Buffer.concat(present).toString());
        present = [];
      }
    }
  }
  return { events, isInsideEvent: scanner.isInsideEvent };
}

describe("SseScanner", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("reads %s lines split at every byte", (_name, end) => {
    const text = [
      "\ufeff: a comment",
      "event: audio",
      'data: {"a":',
      "data:  1}",
      "",
      ": ping",
      "",
      "id: 4",
      "data:é🎵: x",
      "retry: 10",
      "",
      "data",
      "",
      "datax: no",
      "",
      "data: [DONE]",
      "",
      "",
    ].join(end);
    for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
      expect(readEvents(text, size)).toEqual({
        events: ['{"a":\n 1}', "é🎵: x", "", "[DONE]"],
        isInsideEvent: false,
      });
    }
  });

  it("reports an unfinished event", () => {
    expect(readEvents("data: one\n\ndata: two", 3)).toEqual({ events: ["one"], isInsideEvent: true });
    expect(readEvents("data: one\n\n: bye\n", 3)).toEqual({ events: ["one"], isInsideEvent: false });
  });

  it("passes an event of six megabytes through without holding it", () => {
    const scanner = new SseScanner();
    scanner.push(Buffer.from("data: "));
    let byteCount = 0;
    for (let index = 0; index < 100; index += 1) {
      for (const event of scanner.push(Buffer.alloc(60_000, "a"))) {
        if (event.type === "data") byteCount += event.bytes.length;
      }
    }
    expect(byteCount).toBe(6_000_000);
    expect(scanner.push(Buffer.from("\n\n"))).toEqual([{ type: "end" }]);
  });
});
