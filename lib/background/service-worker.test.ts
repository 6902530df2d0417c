import { Script } from "node:vm";
import { expect, it } from "vitest";
import { nonceMark, offlinePage } from "./offline-page";
import { serviceWorker } from "./service-worker";

it("is JavaScript that a browser can read, as is the script of its page", () => {
  expect(() => new Script(serviceWorker)).not.toThrow();
  const [, script = ""] = /<script nonce="[^"]+">([^]+)<\/script>/.exec(offlinePage) ?? [];
  expect(script).toContain("location.reload");
  expect(() => new Script(script)).not.toThrow();
});

it("carries a page that names its nonce once and loads nothing", () => {
  expect(offlinePage.split(nonceMark)).toHaveLength(2);
  expect(offlinePage).not.toMatch(/<(link|img|script src)|@import|url\(/);
});

it("keeps nothing", () => {
  expect(serviceWorker).not.toMatch(/caches\b|indexedDB|cache\.put/);
});
