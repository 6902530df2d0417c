import { describe, expect, it } from "vitest";
import { FormUploads } from "./form-uploads";

describe("FormUploads", () => {
  it("is not pending at first", async () => {
    const uploads = new FormUploads();
    expect(uploads.isPending).toBe(false);
    await expect(uploads.allStored()).resolves.toBe(true);
  });

  it("waits for all uploads, including one started meanwhile", async () => {
    const uploads = new FormUploads();
    const first = Promise.withResolvers<boolean>();
    const second = Promise.withResolvers<boolean>();
    const order: string[] = [];
    uploads.add(first.promise);
    const all = uploads.allStored().then((stored) => order.push(`all: ${stored}`));
    uploads.add(second.promise);
    first.resolve(true);
    await first.promise;
    order.push("first");
    expect(uploads.isPending).toBe(true);
    second.resolve(true);
    await all;
    expect(order).toEqual(["first", "all: true"]);
    expect(uploads.isPending).toBe(false);
  });

  it("reports a failed upload", async () => {
    const uploads = new FormUploads();
    uploads.add(Promise.resolve(true));
    uploads.add(Promise.resolve(false));
    await expect(uploads.allStored()).resolves.toBe(false);
    expect(uploads.isPending).toBe(false);
  });
});
