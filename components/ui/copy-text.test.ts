import { afterEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";

afterEach(() => vi.unstubAllGlobals());

/** The part of a document that copying by selection needs; `allows` is the browser's decision. */
function stubDocument(allows: boolean) {
  const copied: string[] = [];
  const left = new Set<object>();
  const box = {
    value: "",
    style: {},
    setAttribute: vi.fn(),
    select: vi.fn(),
    remove: () => left.delete(box),
  };
  const focused = { closest: () => null, focus: vi.fn() };
  let listener: ((event: unknown) => void) | null = null;
  vi.stubGlobal("document", {
    activeElement: focused,
    body: { append: (element: object) => left.add(element) },
    createElement: () => box,
    addEventListener: (_name: string, given: typeof listener) => (listener = given),
    removeEventListener: () => (listener = null),
    execCommand(command: string) {
      if (command !== "copy" || !allows || !left.has(box)) return false;
      listener?.({
        preventDefault: vi.fn(),
        clipboardData: { setData: (_type: string, text: string) => copied.push(text) },
      });
      return true;
    },
  });
  return { copied, left, focused, isListening: () => listener !== null };
}

describe("copyText", () => {
  it("uses the clipboard if available", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("fox")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("fox");
  });

  it("copies by selection over plain HTTP and cleans up", async () => {
    vi.stubGlobal("navigator", {});
    const page = stubDocument(true);
    expect(await copyText("fox")).toBe(true);
    expect(page.copied).toEqual(["fox"]);
    expect(page.left.size).toBe(0);
    expect(page.isListening()).toBe(false);
    expect(page.focused.focus).toHaveBeenCalledOnce();
  });

  it("copies by selection if the clipboard is denied", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("NotAllowed")) } });
    const page = stubDocument(true);
    expect(await copyText("fox")).toBe(true);
    expect(page.copied).toEqual(["fox"]);
  });

  it("reports that the browser refused", async () => {
    vi.stubGlobal("navigator", {});
    const page = stubDocument(false);
    expect(await copyText("fox")).toBe(false);
    expect(page.left.size).toBe(0);
  });
});
