import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { readLibraryView, toItemList } from "@/components/takes/library-filter";
import type { ItemLayout } from "@/lib/appearance/item-layout";
import { noRouter } from "@/components/ui/testing/no-router";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import type { ItemDto } from "@/lib/items/item-dto";
import { makeItem } from "@/lib/items/testing/make-item";
import { LibraryWorkspace } from "./library-workspace";

const { common, library, player, takes } = await loadMessages("en");
/** The text of the page that the server sends, with some of its lists loaded. */
async function render(
  search: string,
  items: readonly ItemDto[],
  { exact = true, layout = "grid" }: { exact?: boolean; layout?: ItemLayout } = {},
): Promise<string> {
  const client = new QueryClient();
  const searched = new URLSearchParams(search);
  const list = toItemList(readLibraryView(searched));
  const page = { items: [...items], nextCursor: null, previousCursor: null };
  client.setQueryData(itemQueries.list(list).queryKey, { pages: [page], pageParams: [{}] });
  client.setQueryData(itemQueries.months(list).queryKey, { months: [], total: 12_480, exact });
  client.setQueryData(generationQueries.failures({ timeZone: "UTC" }).queryKey, {
    days: [{ day: "2026-11-21", failed: 3, cancelled: 1 }],
  });
  const { prelude } = await prerender(
    <AppRouterContext value={noRouter}>
      <SearchParamsContext value={searched}>
        <NextIntlClientProvider
          locale="en"
          messages={{ common, library, player, takes }}
          formats={formats}
          timeZone="UTC"
        >
          <QueryClientProvider client={client}>
            <LibraryWorkspace
              remembered={{ cookie: "library-width", widthPx: 1000 }}
              renderedAtMs={Date.parse("2026-11-22T10:00:00Z")}
              layout={layout}
            />
          </QueryClientProvider>
        </NextIntlClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
  return new Response(prelude).text();
}

const words = (html: string) =>
  html.replaceAll(/<style>.*?<\/style>|<!-- -->/g, "").replaceAll(/<[^>]+>/g, " ");

it("tells how many items there are, and of failed work in one line of its day", async () => {
  const html = words(await render("", [makeItem(2), makeItem(1)]));
  expect(html).toContain("12,480 items");
  expect(html).not.toContain("About");
  expect(html).toMatch(/Yesterday.*2 items/);
  expect(html.match(/3 failed/g)).toHaveLength(1);
  expect(html).toContain("Show in Activity");
});

it("tells of an estimate as one, and of no failed work in a filtered list", async () => {
  const html = words(await render("model=image-01&rating=3", [makeItem(1)], { exact: false }));
  expect(html).toContain("About 12,480 items");
  expect(html).toContain("image-01");
  expect(html).toContain("3 stars or more");
  expect(html).not.toContain("Show in Activity");
});

it("lets each set filter be removed, and offers those that are used less", async () => {
  const html = await render("model=image-01&rating=3", [makeItem(1)]);
  expect(html).toContain('aria-label="Remove filter: image-01"');
  expect(html).toContain('aria-label="Remove filter: 3 stars or more"');
  expect(html.match(/Remove filter/g)).toHaveLength(2);
  expect(words(html)).toContain("More filters");
});

it("has no days in lists that are not sorted by time", async () => {
  const html = words(await render("sort=rating", [makeItem(1)]));
  expect(html).toContain("Highest rated");
  expect(html).not.toContain("Yesterday");
});

it.each([
  ["as they were shown last", "", "list", "list"],
  ["as the address says", "view=grid", "list", "grid"],
  ["as the address says", "view=list", "grid", "list"],
  ["as they were shown last, for an address that makes no sense", "view=wall", "grid", "grid"],
] as const)("shows items %s", async (_title, search, layout, expected) => {
  const html = await render(search, [makeItem(2), makeItem(1)], { layout });
  expect(html.match(/<button[^>]*aria-pressed="true"/)?.[0]).toContain(expected === "list" ? "List" : "Grid");
  expect(html.match(/<time/g) ?? []).toHaveLength(expected === "list" ? 2 : 0);
  expect(words(html)).toMatch(/Yesterday.*2 items/);
});

it("says why it is empty", async () => {
  expect(words(await render("", []))).toContain("Your library is empty");
  expect(words(await render("q=fog", []))).toContain("No results for “fog”");
  expect(words(await render("favourite=true", []))).toContain("No favourites yet");
  expect(words(await render("trash=true", []))).toContain("Trash is empty");
});
