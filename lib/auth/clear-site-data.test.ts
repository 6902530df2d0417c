import { describe, expect, it } from "vitest";
import { clearSiteData } from "./clear-site-data";

describe("clearSiteData", () => {
  const readHeader = (cookie: string) =>
    clearSiteData(new Response(null, { headers: { "set-cookie": cookie } }), "reverie.session").headers.get(
      "clear-site-data",
    );

  it("clears cache and storage, not the cookies of other ports, when the session cookie is removed", () => {
    expect(readHeader("reverie.session=; Path=/; Max-Age=0")).toBe('"cache", "storage"');
  });

  it("changes nothing where the session stays", () => {
    expect(readHeader("reverie.csrf=abc; Path=/")).toBeNull();
    expect(readHeader("reverie.session=abc; Path=/")).toBeNull();
  });
});
