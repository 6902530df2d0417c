import { describe, expect, it } from "vitest";
import { nameFileContent } from "./file-content";

const bytes = (...values: number[]) => new Uint8Array(values);

describe("nameFileContent", () => {
  it("uses the bytes, whatever the file is called", async () => {
    const pdf = new Blob(["%PDF-1.7\n%", bytes(0xe2, 0xe3, 0xcf)], { type: "image/png" });
    expect(await nameFileContent(pdf, "image")).toBe("pdf");
    expect(await nameFileContent(new Blob(["Words, 狐狸"], { type: "audio/mpeg" }), "audio")).toBe("text");
    const svg = new Blob(['<?xml version="1.0"?>\n<svg xmlns="x">'], { type: "image/png" });
    expect(await nameFileContent(svg, "image")).toBe("svg");
  });

  it("recognises a text that is cut within a character", async () => {
    expect(await nameFileContent(new Blob(["狐".repeat(500)]), "image")).toBe("text");
  });

  it("falls back to the name, but never returns the refused kind", async () => {
    const mp4 = bytes(0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70);
    expect(await nameFileContent(new Blob([mp4], { type: "video/mp4" }), "image")).toBe("video");
    expect(await nameFileContent(new Blob([mp4], { type: "image/png" }), "image")).toBe("unknown");
    expect(await nameFileContent(new Blob([mp4], { type: "application/zip" }), "audio")).toBe("unknown");
    expect(await nameFileContent(new Blob([]), "audio")).toBe("unknown");
  });
});
