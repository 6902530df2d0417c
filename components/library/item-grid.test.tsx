import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { makeItem } from "@/lib/items/testing/make-item";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import { ItemGrid } from "./item-grid";

const { common, library, player, takes } = await loadMessages("en");
const messages = { common, library, player, takes };
const noRouter = {
  back: () => {},
  forward: () => {},
  refresh: () => {},
  push: () => {},
  replace: () => {},
  prefetch: () => {},
  bfcacheId: "",
};

const items = Array.from({ length: 120 }, (_, index) => makeItem(120 - index));

/** The HTML that the server sends. */
async function render(widthPx: number): Promise<string> {
  const { prelude } = await prerender(
    <AppRouterContext value={noRouter}>
      <NextIntlClientProvider locale="en" messages={messages} formats={formats} timeZone="UTC">
        <ItemGrid
          items={items}
          isComplete={{ before: true, behind: true }}
          remembered={{ cookie: "library-width", widthPx }}
          renderedAtMs={Date.parse("2026-11-22T10:00:00Z")}
        />
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
