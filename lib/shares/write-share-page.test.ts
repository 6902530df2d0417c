import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { ItemDto } from "@/lib/items/item-dto";
import { writeSharePage } from "./write-share-page";

function show(generator: string): string {
  const item: ItemDto = {
    ...{ id: "loop", generationId: randomUUID(), assetId: randomUUID(), index: 0, kind: "image" },
    ...{ generator, model: generator, voice: null, name: "Ferry", title: null, tags: [], rating: 0 },
    ...{ favourite: false, width: 480, height: 270, bytes: 1_000, mimeType: "image/gif", sandbox: false },
    ...{ version: 1, createdAt: "2026-11-26T00:00:00Z", deletedAt: null },
  };
  return writeSharePage({
    ...{ locale: "en", nonce: "n", address: new URL("https://studio.test/s/t"), mediaPath: "/m" },
    ...{ project: null, itemOf: null, prompts: [null] },
    shown: { items: [item], total: 1, page: 1, pages: 1, before: 0 },
  });
}

it("plays a loop of a film, but for people who prefer less motion, and shows other images as thumbnails", () => {
  expect(show("film")).toContain(
    `<picture><source media="(prefers-reduced-motion: reduce)" srcset="/m/loop?width=1280"><img src="/m/loop" alt="Ferry"`,
  );
  expect(show("image")).toContain(`<img src="/m/loop?width=1280" alt="Ferry"`);
});
