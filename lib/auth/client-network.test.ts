import { describe, expect, it } from "vitest";
import { findClientNetwork } from "./client-network.server";

describe("findClientNetwork", () => {
  it("is the /64 of an IPv6 address", () => {
    const network = findClientNetwork("2001:db8:1:2::1");
    expect(network).toBe("2001:db8:1:2::/64");
    expect(findClientNetwork("2001:0db8:0001:0002:ffff:ffff:ffff:ffff")).toBe(network);
    expect(findClientNetwork("2001:db8:1:3::1")).not.toBe(network);
    expect(findClientNetwork("fe80::1%eth0")).toBe("fe80::/64");
  });

  it("is an IPv4 address, also in IPv6 form", () => {
    expect(findClientNetwork("192.0.2.7")).toBe("192.0.2.7");
    expect(findClientNetwork("::ffff:192.0.2.7")).toBe("192.0.2.7");
  });

  it.each(["unknown", "", "a proxy"])("is %j where that is no address", (address) => {
    expect(findClientNetwork(address)).toBe(address);
  });
});
