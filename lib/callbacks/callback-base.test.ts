import { describe, expect, it } from "vitest";
import { chooseCallbackBase, judgeReach } from "./callback-base";

const localUrl = "http://127.0.0.1:3000";
const service = { sandbox: false, baseUrl: "https://api.service.example" };

describe("where a service reaches the studio", () => {
  it("is the local address for the sandbox, also without a public address", () => {
    const sandbox = { sandbox: true, baseUrl: "http://127.0.0.1:4000" };
    expect(chooseCallbackBase({ publicUrl: undefined, localUrl }, sandbox)).toBe(localUrl);
    expect(chooseCallbackBase({ publicUrl: "https://studio.example", localUrl }, sandbox)).toBe(localUrl);
  });

  it("is the public address, or none", () => {
    expect(chooseCallbackBase({ publicUrl: "https://studio.example", localUrl }, service)).toBe(
      "https://studio.example",
    );
    expect(chooseCallbackBase({ publicUrl: undefined, localUrl }, service)).toBeNull();
  });

  it("is not a private address for a public service", () => {
    for (const publicUrl of ["http://localhost:3000", "http://192.168.1.5:3000", "http://studio.local"]) {
      expect(chooseCallbackBase({ publicUrl, localUrl }, service)).toBeNull();
    }
  });

  it("is a private address for a service in the same network", () => {
    const neighbour = { sandbox: false, baseUrl: "http://10.0.0.7:8080" };
    expect(chooseCallbackBase({ publicUrl: "http://192.168.1.5:3000", localUrl }, neighbour)).toBe(
      "http://192.168.1.5:3000",
    );
  });
});

describe("from where an address is reached", () => {
  it.each([
    ["http://localhost:3000", "machine"],
    ["http://localhost.:3000", "machine"],
    ["http://[::1]:3000", "machine"],
    ["http://10.1.2.3", "network"],
    ["http://100.64.0.9", "network"],
    ["http://[fd00::1]", "network"],
    ["http://nas", "network"],
    ["http://nas.", "network"],
    ["http://studio.home.arpa", "network"],
    ["http://8.8.8.8", "public"],
    ["https://studio.example", "public"],
  ])("%s: %s", (url, reach) => expect(judgeReach(url)).toBe(reach));
});
