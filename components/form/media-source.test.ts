import { describe, expect, it } from "vitest";
import { describeUrl, findUrl } from "./media-source";

describe("findUrl", () => {
  it.each([
    ["https://example.org/a.png", "https://example.org/a.png"],
    ["  http://example.org/a b", "http://example.org/a"],
    ["HTTPS://example.org", "HTTPS://example.org"],
    ["ftp://example.org/a.png", undefined],
    ["data:image/png;base64,AAAA", undefined],
    ["file:///etc/passwd", undefined],
    ["a lighthouse", undefined],
    ["https://", undefined],
    ["", undefined],
  ])("finds in %j %j", (text, url) => {
    expect(findUrl(text)).toBe(url);
  });
});

describe("describeUrl", () => {
  it.each([
    ["https://example.org/pictures/keeper%20one.png?x=1", "keeper one.png"],
    ["https://example.org/", "example.org"],
    ["https://example.org/100%", "100%"],
  ])("names %j %j", (url, name) => {
    expect(describeUrl(url)).toBe(name);
  });
});
