import compile from "icu-minify/compile";
import { describe, expect, it, vi } from "vitest";
import formatMessage from "./format-message";
import { locales } from "./locales";

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
  it.each(locales)("writes plain numbers in %s as Intl does, without it", (locale) => {
    const intl = new Intl.NumberFormat(locale);
    for (const seconds of [
      0,
      -1,
      4,
      999,
      1_000,
      50_000,
      -999_999,
      1_234_567,
      0.5,
      1.25,
      1_000.125,
      2 ** 53,
    ]) {
      const { text, created } = format(images, { count: 4, seconds }, locale);
      expect(text).toBe(`4 images in ${intl.format(seconds)} s`);
      expect(created).not.toHaveBeenCalled();
    }
  });

  it.each([
    [-0, "-0"],
    [1.0625, "1.063"],
    [1e21, "1,000,000,000,000,000,000,000"],
    [Number.NaN, "NaN"],
  ])("leaves %d to Intl", (seconds, written) => {
    const { text, created } = format(images, { count: 1, seconds });
    expect(text).toBe(`1 image in ${written} s`);
    expect(created).toHaveBeenCalled();
  });
});
