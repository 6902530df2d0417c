import { describe, expect, it } from "vitest";
import { createHeardPieces } from "./heard-pieces";

const bytes = (from: number, to: number) =>
  Uint8Array.from({ length: to - from }, (_, index) => from + index);
const join = (pieces: Uint8Array[]) => Buffer.concat(pieces);

describe("pieces heard past the database", () => {
  it("are taken in order, without a gap and without a byte twice", () => {
    const heard = createHeardPieces();
    heard.add(20, bytes(20, 30));
    heard.add(0, bytes(0, 10));
    heard.add(5, bytes(5, 15));
    expect(join(heard.take(0))).toEqual(Buffer.from(bytes(0, 15)));
    expect([heard.has(15), heard.isAhead(15), heard.take(15)]).toEqual([false, true, []]);
    heard.add(12, bytes(12, 21));
    expect([heard.has(15), heard.isAhead(15)]).toEqual([true, false]);
    expect(join(heard.take(15))).toEqual(Buffer.from(bytes(15, 30)));
    expect([heard.has(30), heard.isAhead(30)]).toEqual([false, false]);
  });

  it("begin in the middle of a piece, for a listener who has the rest from elsewhere", () => {
    const heard = createHeardPieces();
    heard.add(0, bytes(0, 10));
    heard.add(10, bytes(10, 20));
    expect(join(heard.take(13))).toEqual(Buffer.from(bytes(13, 20)));
  });

  it("are forgotten by a listener who is too far behind", () => {
    const heard = createHeardPieces(20);
    heard.add(0, bytes(0, 15));
    heard.add(15, bytes(15, 25));
    expect(heard.take(0)).toEqual([]);
    expect(join(heard.take(15))).toEqual(Buffer.from(bytes(15, 25)));
  });
});
