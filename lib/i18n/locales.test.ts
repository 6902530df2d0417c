import { describe, expect, it } from "vitest";
import { negotiateLocale, parseTimeZone } from "./locales";

describe("negotiateLocale", () => {
  it("takes the cookie before what the browser asks for", () => {
    expect(negotiateLocale({ cookie: "zh", acceptLanguage: "en" })).toBe("zh");
  });

  it("passes over a cookie that names no language of the studio", () => {
    expect(negotiateLocale({ cookie: "xx", acceptLanguage: "zh-CN,zh;q=0.9" })).toBe("zh");
  });

  it.each([
    ["zh-Hans-CN", "zh"],
    ["zh-TW,en;q=0.8", "zh"],
    ["en;q=0.3, zh;q=0.9", "zh"],
    ["fr-FR, de;q=0.9, zh;q=0.1", "zh"],
    ["fr, *;q=0.1", "en"],
    ["zh;q=0, fr", "en"],
    ["", "en"],
    [";;,q=,", "en"],
  ])("reads %j as %s", (acceptLanguage, locale) => {
    expect(negotiateLocale({ acceptLanguage })).toBe(locale);
  });

  it("falls back to English when nothing was asked", () => {
    expect(negotiateLocale({})).toBe("en");
    expect(negotiateLocale({ acceptLanguage: null })).toBe("en");
  });
});

describe("parseTimeZone", () => {
  it("keeps a zone that exists and drops one that does not", () => {
    expect(parseTimeZone("Asia/Shanghai")).toBe("Asia/Shanghai");
    expect(parseTimeZone("Moon/Tranquility")).toBeUndefined();
    expect(parseTimeZone(undefined)).toBeUndefined();
  });
});
