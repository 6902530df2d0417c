import ipaddr from "ipaddr.js";

/** Providers give a household or a server this many bits, so that one caller has all addresses below them. */
const ipv6NetworkBits = 64;

/**
 * The network of an address, in which addresses cost a caller nothing: the /64 of an IPv6 address, otherwise the address.
 * What is no address is returned as it is.
 */
export function findClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address in IPv6 form is the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const cidr = `${parsed.toNormalizedString().replace(/%.*/, "")}/${ipv6NetworkBits}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(cidr).toString()}/${ipv6NetworkBits}`;
}
