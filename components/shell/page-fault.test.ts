import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import en from "@/messages/en/common.json";
import { PageFault } from "./page-fault";

function render(digest: string | undefined): string {
  const fault = createElement(PageFault, { digest, onRetry: () => undefined });
  const provider = { locale: "en", timeZone: "UTC", messages: { common: en }, children: fault } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
}

describe("PageFault", () => {
  it("shows the ID of the log entry", () => {
    const page = render("2718281828");
    expect(page).toContain("search the log for the ID below");
    expect(page).toContain("Error ID 2718281828");
  });

  it("mentions no ID without one", () => {
    const page = render(undefined);
    expect(page).toContain("Try again.");
    expect(page).not.toMatch(/Error ID|log/);
  });
});
