import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Base64Source } from "../contract/media-reference.ts";
import { collect } from "../testing/client-fixtures.ts";
import { toJsonBody } from "./json-body.server.ts";

function source(bytes: Buffer, pieceBytes: number): Base64Source {
  return new Base64Source(bytes.length, async function* read() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  });
}

describe("toJsonBody", () => {
  it("is plain text without a streamed source", () => {
    expect(toJsonBody({ a: "é", b: undefined })).toEqual({ text: '{"a":"é"}' });
  });

  it("equals the body with the text inside, for any length and any pieces", async () => {
    for (const length of [0, 1, 2, 3, 4, 5, 1_000, 1_001, 1_002]) {
      for (const pieceBytes of [1, 2, 3, 7, 64, 5_000]) {
        const [one, two] = [randomBytes(length), randomBytes(length + 1)];
        const body = toJsonBody({ näme: [source(one, pieceBytes), "x"], b: source(two, pieceBytes) });
        if (!("stream" in body)) throw new Error("a source is no text");
        const sent = await collect(body.stream);
        const text = JSON.stringify({ näme: [one.toString("base64"), "x"], b: two.toString("base64") });
        expect(sent.toString()).toBe(text);
        expect(body.byteCount).toBe(sent.length);
      }
    }
  });
});
