import { describe, expect, it } from "vitest";
import { type ResolveHost, assertPublicUrl } from "./public-addresses.server";

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: 4 })));

describe("assertPublicUrl", () => {
  it.each([
    ["https://8.8.8.8/fox.jpg", resolvesTo()],
    ["https://pictures.example/fox.jpg", resolvesTo("93.184.216.34")],
    ["https://unknown.example/fox.jpg", (() => Promise.reject(new Error("ENOTFOUND"))) satisfies ResolveHost],
  ])("accepts %s", async (url, resolve) => {
    await expect(assertPublicUrl(url, { resolve })).resolves.toBeUndefined();
  });

  it.each([
    ["http://127.0.0.1/fox.jpg", resolvesTo()],
    ["http://[fd00::1]/fox.jpg", resolvesTo()],
    ["http://intranet.example/fox.jpg", resolvesTo("10.0.0.5")],
    ["http://both.example/fox.jpg", resolvesTo("93.184.216.34", "127.0.0.1")],
    ["file:///etc/passwd", resolvesTo()],
    ["https://ada:secret@pictures.example/", resolvesTo("93.184.216.34")],
    ["fox.jpg", resolvesTo()],
  ])("refuses %s", async (url, resolve) => {
    await expect(assertPublicUrl(url, { resolve })).rejects.toMatchObject({ code: "url.refused" });
  });

  it("accepts host and port of the person's own connection, and no other private one", async () => {
    const options = { allowedHosts: ["127.0.0.1:9000"] };
    await expect(assertPublicUrl("http://127.0.0.1:9000/fox.jpg", options)).resolves.toBeUndefined();
    for (const url of [
      "http://127.0.0.1:9001/fox.jpg",
      "http://127.0.0.1/fox.jpg",
      "http://127.0.0.2:9000/fox.jpg",
    ])
      await expect(assertPublicUrl(url, options)).rejects.toMatchObject({ code: "url.refused" });
  });
});
