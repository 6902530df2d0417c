import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { prerender } from "react-dom/static";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { makeItem } from "@/lib/items/testing/make-item";
import { noRouter } from "@/components/ui/testing/no-router";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import { ItemGrid } from "./item-grid";

const { common, library, player, takes } = await loadMessages("en");
const messages = { common, library, player, takes };
const items = Array.from({ length: 120 }, (_, index) => makeItem(120 - index));

/** The HTML that the server sends. */
async function render(
  widthPx: number,
  given: Partial<ComponentProps<typeof ItemGrid>> = {},
): Promise<string> {
  const { prelude } = await prerender(
    <AppRouterContext value={noRouter}>
      <NextIntlClientProvider locale="en" messages={messages} formats={formats} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <ItemGrid
            items={items}
            isComplete={{ before: true, behind: true }}
            remembered={{ cookie: "library-width", widthPx }}
            renderedAtMs={Date.parse("2026-11-22T10:00:00Z")}
            {...given}
          />
        </QueryClientProvider>
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
  return new Response(prelude).text();
}

it("is rendered on the server up to the end of the first screen, in visible pictures", async () => {
  const html = await render(1000);
  const tiles = [...html.matchAll(/data-tile="(\d+)"/g)].map(([, index]) => Number(index));
  expect(tiles).toEqual(Array.from(tiles, (_, index) => index));
  expect(tiles.length).toBeGreaterThan(15);
  expect(tiles.length).toBeLessThan(40);
  expect(html.match(/<img/g)).toHaveLength(tiles.length);
  expect(html).not.toMatch(/class="[^"]*(?<![\w:-])opacity-0/);
  expect(html).toContain("Yesterday");
});

it("fetches only the pictures of the first row first", async () => {
  const html = await render(1000);
  const eager = html.match(/<img[^>]*loading="eager"/g) ?? [];
  expect(eager.length).toBeGreaterThan(1);
  expect(eager.length).toBeLessThan(6);
});

it("is hidden until it is laid out again in a window of another width", async () => {
  expect(await render(1000)).toContain(
    "@container results (width < 999px) or (width > 1001px) { [data-results] > * { display: none } }",
  );
});

it("leaves the rows to the browser while no width is known", async () => {
  expect(await render(0)).not.toContain("data-tile");
});

it("shows a line with the facts of each item", async () => {
  const song = makeItem(2, {
    kind: "audio",
    generator: "music",
    model: "music-2.6",
    name: "Harbour lights",
    words: "Slow harbour waltz",
    take: 3,
    tags: ["night", "sea"],
    rating: 4,
    favourite: true,
    durationSeconds: 171,
    mimeType: "audio/mpeg",
  });
  const html = await render(1000, { layout: "list", items: [song, makeItem(1, { bytes: 1_240_000 })] });
  const lines = html.split("<li ");
  const [heard, seen] = ["music", "image"].map((generator) =>
    lines.find((line) => line.includes(`data-generator="${generator}"`)),
  );
  const text = (part: string | undefined) =>
    part
      ?.replaceAll(/<!-- -->/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
  expect(text(heard)).toMatch(
    /Harbour lights, Take 3 .*Favourite .*Slow harbour waltz .*music-2.6 .*night sea .*4 stars .*2:51 .*9:00/,
  );
  expect(heard).toContain('aria-label="Play Harbour lights');
  expect(heard).toContain(`href="/library/${song.generationId}"`);
  expect(text(seen)).toMatch(/Lighthouse 1 .*image-01 .*1.2 MB .*9:00/);
  expect(seen).toContain("<img");
});

it("shows dates in lines without days above them", async () => {
  const html = await render(1000, { layout: "list", byDay: false });
  expect(html).toMatch(/<time[^>]*>Nov 21, 2026</);
});

it("renders the lines of the first screen on the server", async () => {
  const html = await render(1000, { layout: "list" });
  const lines = html.match(/data-tile=/g) ?? [];
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.length).toBeLessThan(30);
});
