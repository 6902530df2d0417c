import compile from "icu-minify/compile";
import { describe, expect, it, vi } from "vitest";
import formatMessage from "./format-message";

function format(message: string, values: Record<string, number>, locale = "en") {
  const created = vi.fn();
  const options = {
    locale,
    formatters: {
      getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
        new Intl.DateTimeFormat(...args),
      getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => {
        created();
        return new Intl.NumberFormat(...args);
      },
      getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) =>
        new Intl.PluralRules(...args),
    },
  };
  return { text: formatMessage("key", compile(message), values, options as never), created };
}

const images = "{count, plural, one {# image} other {# images}} in {seconds, number} s";

describe("formatMessage", () => {
  it.each(["en", "zh"])("writes small whole numbers in %s as Intl does, without it", (locale) => {
    const { text, created } = format(images, { count: 4, seconds: 999 }, locale);
    expect(text).toBe(
      `${new Intl.NumberFormat(locale).format(4)} images in ${new Intl.NumberFormat(locale).format(999)} s`,
    );
    expect(created).not.toHaveBeenCalled();
  });

  it.each([
    [1_000, "1,000"],
    [-1, "-1"],
    [1.25, "1.25"],
    [Number.NaN, "NaN"],
  ])("leaves %d to Intl", (seconds, written) => {
    const { text, created } = format(images, { count: 1, seconds });
    expect(text).toBe(`1 image in ${written} s`);
    expect(created).toHaveBeenCalled();
  });
});
