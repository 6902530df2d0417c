import { describe, expect, it } from "vitest";
import { prepareTextUpload } from "./prepare-text-upload";
import { makeZip } from "./testing/make-zip";
import { maxTextFileBytes } from "./text-file-limits";

const chosen = (bytes: Uint8Array, name = "book.txt") => new File([new Uint8Array(bytes)], name);

describe("prepareTextUpload", () => {
  it("leaves UTF-8 and archives as they are", async () => {
    const text = chosen(Buffer.from("Bär"));
    expect(await prepareTextUpload(text)).toEqual({ file: text, kind: "text" });
    const zip = chosen(makeZip([{ name: "1.txt", content: "x" }]), "book.zip");
    expect(await prepareTextUpload(zip)).toEqual({ file: zip, kind: "archive" });
    const empty = chosen(makeZip([]), "empty.zip");
    expect(await prepareTextUpload(empty)).toEqual({ file: empty, kind: "archive" });
  });

  it.each([
    ["utf-16le", Buffer.from("\ufeff第一章", "utf16le")],
    ["utf-16be", Buffer.from("\ufeff第一章", "utf16le").swap16()],
    ["gb18030", Buffer.from("b5dad2bbd5c2", "hex")],
  ])("writes %s anew as UTF-8", async (convertedFrom, bytes) => {
    const prepared = await prepareTextUpload(chosen(bytes));
    expect(prepared).toMatchObject({ kind: "text", convertedFrom });
    expect("file" in prepared && (await prepared.file.text())).toBe("第一章");
    expect("file" in prepared && prepared.file.name).toBe("book.txt");
  });

  it("says of other encodings that they are not UTF-8", async () => {
    expect(await prepareTextUpload(chosen(Buffer.from("Über die Bären", "latin1")))).toEqual({
      problem: { key: "text-file.encoding", values: { member: "book.txt" } },
    });
  });

  it("does not read what is far too large", async () => {
    expect(await prepareTextUpload(chosen(Buffer.alloc(maxTextFileBytes + 1)))).toMatchObject({
      problem: { key: "text-file.too-large" },
    });
  });
});
