import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import english from "../../messages/en/errors.json";
import chinese from "../../messages/zh/errors.json";
import { pickMessages } from "./catalogues";
import {
  everyPageErrors,
  findErrorText,
  getLoadedErrorTexts,
  loadErrorTexts,
  subscribeToErrorTexts,
} from "./error-texts";
import { mergeMessages } from "./merge-messages";
import { useErrorText } from "./use-error-text";

/** The messages of a page whose data has one error. */
const messages = mergeMessages(
  pickMessages({ errors: english }, everyPageErrors),
  pickMessages({ errors: english }, ["errors.service.balance"]),
);

function ErrorTitle({ code }: { code: string }) {
  return useErrorText()(code).title;
}

function renderTitle(code: string): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ErrorTitle code={code} />
    </NextIntlClientProvider>,
  );
}

describe("error texts", () => {
  it("are rendered by the server for the errors of a page", () => {
    expect(renderTitle("service.balance")).toBe(english.service.balance.title);
    expect(renderTitle("studio.offline")).toBe(english.studio.offline.title);
  });

  it("are those of an internal error where a page has no others", () => {
    expect(renderTitle("service.token-rate")).toBe(english.internal.title);
  });

  it.each(["service", "service.gone", "constructor", "__proto__.title", ""])(
    "are those of an internal error for %j, which is no code",
    (code) => {
      expect(findErrorText(english, code)).toEqual(english.internal);
    },
  );

  it("have a message where the catalogue has one", () => {
    expect(findErrorText(english, "service.token-rate")).toEqual(english.service["token-rate"]);
  });

  it("load completely in each language, once, and notify what shows them", async () => {
    let notified = 0;
    const unsubscribe = subscribeToErrorTexts(() => (notified += 1));
    await Promise.all([loadErrorTexts("en"), loadErrorTexts("en"), loadErrorTexts("zh")]);
    unsubscribe();
    expect(notified).toBe(2);
    expect(getLoadedErrorTexts("en")).toEqual(english);
    expect(getLoadedErrorTexts("zh")).toEqual(chinese);
  });

  it("have no values and no markup, since they are shown as they are written", () => {
    expect(JSON.stringify([english, chinese])).not.toMatch(/'|<|\{[^"]/);
  });
});
