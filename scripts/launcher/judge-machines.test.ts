import { describe, expect, it } from "vitest";
import { findMachineFault, readMachine, writeMachine, type Machine } from "./judge-machines";

const facts = { maxConnections: 100, reserved: 3, otherPrograms: 0 };
const shared: Machine = { id: "0a0a0a0a", usesDisk: false, runsSandbox: false, connections: 38 };
const other = { ...shared, id: "0b0b0b0b", address: "10.0.0.7" };

describe("a machine's session", () => {
  it.each([shared, { ...shared, usesDisk: true, runsSandbox: true, connections: 500 }])(
    "is read as it was written",
    (machine) => {
      const name = writeMachine(machine);
      expect(readMachine(name)).toEqual(machine);
      // PostgreSQL cuts longer ones.
      expect(name.length).toBeLessThan(64);
    },
  );

  it("is no other session", () => expect(readMachine("reverie-worker-1")).toBeNull());
});

describe("findMachineFault", () => {
  it.each<[string, Machine, Parameters<typeof findMachineFault>[1], Partial<typeof facts>]>([
    ["one machine with everything", { ...shared, usesDisk: true, runsSandbox: true }, [], {}],
    ["two that share a store and a service", shared, [other], {}],
    ["exactly as many connections as there are", shared, [other], { maxConnections: 79 }],
  ])("has nothing against %s", (_name, own, others, changed) => {
    expect(findMachineFault(own, others, { ...facts, ...changed })).toBeNull();
  });

  it.each<[string, Machine, Parameters<typeof findMachineFault>[1], Partial<typeof facts>, RegExp]>([
    [
      "a disk of its own",
      { ...shared, usesDisk: true },
      [other],
      {},
      /this machine stores.*STUDIO_STORAGE=s3/,
    ],
    ["a disk of the other", shared, [{ ...other, usesDisk: true }], {}, /10\.0\.0\.7.*that machine stores/],
    ["a sandbox", { ...shared, runsSandbox: true }, [other], {}, /this machine runs the sandbox/],
    [
      "a sandbox of the other",
      shared,
      [{ ...other, runsSandbox: true }],
      {},
      /that machine runs the sandbox/,
    ],
    [
      "a third machine too many",
      shared,
      [other, { ...other, id: "0c0c0c0c" }],
      {},
      /allows 97 .* 114 may be needed: this machine may open 38, 2 other machines of the studio 76\. Set max_connections to at least 117/,
    ],
    ["other programs", shared, [], { otherPrograms: 60 }, /other programs have 60.*at least 101/],
  ])("refuses %s", (_name, own, others, changed, words) => {
    expect(findMachineFault(own, others, { ...facts, ...changed })).toMatch(words);
  });
});
