import { describe, expect, it } from "vitest";
import { createGuardedLookup, isPublicAddress, RefusedAddressError } from "./public-addresses.server";

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "[2606:4700::1111]"])("accepts %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["127.0.0.1", "loopback"],
    ["0.0.0.0", "unspecified"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["192.168.1.1", "private"],
    ["169.254.169.254", "link-local, the metadata service of clouds"],
    ["100.64.0.1", "carrier-grade NAT"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "broadcast"],
    ["240.0.0.1", "reserved"],
    ["198.18.0.1", "benchmarking"],
    ["::1", "loopback"],
    ["::", "unspecified"],
    ["::ffff:127.0.0.1", "IPv4-mapped"],
    ["[::ffff:7f00:1]", "IPv4-mapped, as a URL has it"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["64:ff9b::7f00:1", "NAT64"],
    ["2002:7f00:1::", "6to4"],
    ["2001::1", "Teredo"],
    ["fc00::1", "unique local"],
    ["fe80::1", "link-local"],
    ["ff02::1", "multicast"],
    ["example.com", "no address at all"],
  ])("refuses %s (%s)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("createGuardedLookup", () => {
  const lookup = (addresses: { address: string; family: number }[]) =>
    new Promise<unknown>((resolve, reject) => {
      createGuardedLookup(() => Promise.resolve(addresses))("files.example", { all: true }, (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });

  it("returns the public addresses of a name", async () => {
    const addresses = [{ address: "93.184.216.34", family: 4 }];
    await expect(lookup(addresses)).resolves.toEqual(addresses);
  });

  it("rejects a name with a private address", async () => {
    const addresses = [
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    await expect(lookup(addresses)).rejects.toBeInstanceOf(RefusedAddressError);
  });

  it("checks a name again for each connection", async () => {
    const answers = ["93.184.216.34", "127.0.0.1"];
    const guarded = createGuardedLookup(() =>
      Promise.resolve([{ address: answers.shift() ?? "", family: 4 }]),
    );
    const connect = () =>
      new Promise<unknown>((resolve, reject) => {
        guarded("rebinding.example", {}, (error, address) => (error ? reject(error) : resolve(address)));
      });
    await expect(connect()).resolves.toBe("93.184.216.34");
    await expect(connect()).rejects.toBeInstanceOf(RefusedAddressError);
  });

  it("refuses a name without addresses", async () => {
    await expect(lookup([])).rejects.toBeInstanceOf(RefusedAddressError);
  });
});
