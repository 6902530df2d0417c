import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { noRouter } from "@/components/ui/testing/no-router";
import { loadMessages } from "@/lib/i18n/catalogues";
import { SavedSearchLinks } from "./saved-search-links";

const { shell } = await loadMessages("en");
const at = "2026-11-22T09:00:00.000Z";
const savedSearches = [
  { id: "1", name: "Quays <1>", query: "tag=quay&sort=rating", createdAt: at, updatedAt: at },
  { id: "2", name: "夜", query: "q=%E5%A4%9C", createdAt: at, updatedAt: at },
];

function render(path: string, search: string, saved = savedSearches): string {
  return renderToString(
    <AppRouterContext value={noRouter}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams(search)}>
          <NextIntlClientProvider locale="en" messages={{ shell }} timeZone="UTC">
            <QueryClientProvider client={new QueryClient()}>
              <SavedSearchLinks initial={{ savedSearches: saved }} />
            </QueryClientProvider>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
  );
}

it("links to what each search finds, from the server on", () => {
  const html = render("/", "");
  expect(html).toContain('aria-label="Saved searches"');
  expect(html).toContain('href="/library?tag=quay&amp;sort=rating"');
  expect(html).toContain("Quays &lt;1&gt;");
  expect(html).not.toContain("aria-current");
  expect(render("/", "", [])).toBe("");
});

it("marks the one that the library shows, wherever in it", () => {
  const marked = (path: string, search: string) =>
    [...render(path, search).matchAll(/<a[^>]*aria-current="page"[^>]*>/g)].map(
      ([link]) => /title="([^"]*)"/.exec(link)?.[1],
    );
  expect(marked("/library", "q=夜")).toEqual(["夜"]);
  expect(marked("/library", `q=夜&at=${at}&view=list`)).toEqual(["夜"]);
  expect(marked("/library", "q=夜&kind=image")).toEqual([]);
  expect(marked("/activity", "q=夜")).toEqual([]);
});
