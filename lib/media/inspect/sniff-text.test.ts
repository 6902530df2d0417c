import { describe, expect, it } from "vitest";
import { sniffText } from "./sniff-media.server";

const sniff = (text: string | Uint8Array, whole = true) =>
  sniffText(typeof text === "string" ? new TextEncoder().encode(text) : text, { whole });

describe("sniffText", () => {
  it.each([
    ["plain words", "text/plain"],
    ["你好，世界", "text/plain"],
    ["مرحبا", "text/plain"],
    ["<#0.5#> a pause marker opens the text", "text/plain"],
    ["[Verse]\nlyrics", "text/plain"],
    ['[{"text":"a","time_begin":0}]', "application/json"],
    ["WEBVTT\n\n00:00.000 --> 00:01.000\nHi", "text/vtt"],
    ["1\n00:00:00,000 --> 00:00:01,000\nHi", "application/x-subrip"],
  ])("recognises %j as %s", (text, mimeType) => {
    expect(sniff(text)).toBe(mimeType);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '  \n<?xml version="1.0"?><svg/>',
    "\uFEFF<!DOCTYPE html><p>",
    "<!-- comment --><svg/>",
    "<HTML>",
    "<script>alert(1)</script>",
    "<svg/onload=alert(1)>",
  ])("refuses %j", (text) => {
    expect(sniff(text)).toBeNull();
  });

  it("rejects bytes that are not UTF-8", () => {
    expect(sniff(Uint8Array.of(0xff, 0xfe, 0x3c, 0x00))).toBeNull();
    expect(sniff("with a \u0000 inside")).toBeNull();
  });

  it("accepts a head that ends within a character", () => {
    const bytes = new TextEncoder().encode("你好").subarray(0, 4);
    expect(sniff(bytes, false)).toBe("text/plain");
    expect(sniff(bytes, true)).toBeNull();
  });
});
