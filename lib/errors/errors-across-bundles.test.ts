import { describe, expect, it, vi } from "vitest";
import { BlobMissingError } from "@/lib/media/store/blob-store.server";
import { UnpackError } from "@/lib/media/unpack/archive-member";
import { StudioError } from "./studio-error";

describe("an error of another copy of its module", () => {
  it("is known for what it is, and nothing else is", async () => {
    vi.resetModules();
    const errors = await import("./studio-error");
    const store = await import("@/lib/media/store/blob-store.server");
    expect(errors.StudioError).not.toBe(StudioError);
    const [ofStudio, ofStore] = [new errors.StudioError("not-found"), new store.BlobMissingError("blobs/x")];
    expect([ofStudio instanceof StudioError, ofStudio instanceof BlobMissingError]).toEqual([true, false]);
    expect([ofStore instanceof StudioError, ofStore instanceof BlobMissingError]).toEqual([false, true]);
    expect(new Error("StudioError") instanceof StudioError).toBe(false);
    const unpacking = new UnpackError("too-large");
    expect([unpacking instanceof StudioError, unpacking instanceof UnpackError]).toEqual([true, true]);
    expect(ofStudio instanceof UnpackError).toBe(false);
    expect({ name: "StudioError" } instanceof StudioError).toBe(false);
  });
});
