import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces, platform } from "node:os";

let known: string | undefined;

/**
 * Names the space in which the numbers of processes are unique, as exactly as this platform can. Two containers may share a
 * host name without seeing each other's processes.
 */
export function getProcessSpace(): string {
  return (known ??= readLinuxSpace() ?? describeMachine());
}

function readLinuxSpace(): string | null {
  if (platform() !== "linux") return null;
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
}

/** Elsewhere processes have no namespaces: a machine is one space. */
function describeMachine(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const macs = new Set(addresses.filter(({ internal }) => !internal).map(({ mac }) => mac));
  return [platform(), hostname(), ...[...macs].sort()].join(" ");
}
