// Before Next's server: otherwise components that other tests render in this process get a different context.
import "next/navigation";
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { describe, expect, it } from "vitest";
import { config } from "@/proxy";
import { contentSecurityPolicy, readNonce } from "./content-security-policy";

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `));
  return found?.split(" ").slice(1) ?? [];
}

describe("contentSecurityPolicy", () => {
  const policy = contentSecurityPolicy({ nonce: "abc", development: false });

  it("lets a script run only by the nonce of its page", () => {
    expect(directive(policy, "script-src")).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"]);
    expect(directive(policy, "object-src")).toEqual(["'none'"]);
    expect(directive(policy, "base-uri")).toEqual(["'none'"]);
  });

  it("lets no other site frame the studio and lets the studio talk to no other site", () => {
    expect(directive(policy, "frame-ancestors")).toEqual(["'none'"]);
    expect(directive(policy, "connect-src")).toEqual(["'self'"]);
    expect(directive(policy, "form-action")).toEqual(["'self'"]);
  });

  it("loads pictures, sounds and videos from a store that browsers reach, and nothing else", () => {
    const direct = contentSecurityPolicy({
      nonce: "abc",
      media: "https://s3.example.org/",
      development: false,
    });
    const changed = direct.split("; ").filter((part, index) => part !== policy.split("; ")[index]);
    expect(changed).toEqual([
      "img-src 'self' blob: data: https://s3.example.org",
      "media-src 'self' blob: https://s3.example.org",
    ]);
  });

  it("allows eval and the web socket of the dev server in development alone", () => {
    const development = contentSecurityPolicy({ nonce: "abc", development: true });
    expect(directive(development, "script-src")).toContain("'unsafe-eval'");
    expect(directive(development, "connect-src")).toContain("ws:");
    expect(policy).not.toContain("unsafe-eval");
  });
});

describe("readNonce", () => {
  it("gives the nonce of a policy, and none where there is none", () => {
    expect(readNonce(contentSecurityPolicy({ nonce: "a+b/c==", development: false }))).toBe("a+b/c==");
    expect(readNonce("script-src 'self'")).toBeUndefined();
    expect(readNonce(null)).toBeUndefined();
  });
});

describe("the proxy that sets the policy", () => {
  const runs = (path: string, headers = {}) =>
    unstable_doesMiddlewareMatch({ config, url: `http://127.0.0.1:3000${path}`, headers });

  it.each([
    ["/", {}],
    ["/sign-in", { purpose: "prefetch" }],
    ["/library", { "next-router-prefetch": "1" }],
    ["/library", { rsc: "1" }],
    ["/iconography", {}],
    ["/apple-icons", {}],
    ["/_next/nowhere", {}],
    ["/favicon.ico", {}],
  ])("runs for %s with %j", (path, headers) => {
    expect(runs(path, headers)).toBe(true);
  });

  it.each([
    ["/api/health", {}],
    ["/_next/static/chunks/main.js", {}],
    ["/icon.svg", {}],
    ["/icon-maskable-512.png", {}],
    ["/manifest.webmanifest", {}],
    ["/library", { rsc: "1", "next-router-prefetch": "1" }],
  ])("doesn't run for %s with %j, which is no page", (path, headers) => {
    expect(runs(path, headers)).toBe(false);
  });
});
