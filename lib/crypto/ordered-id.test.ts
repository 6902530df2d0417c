import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createOrderedId } from "./ordered-id";

describe("createOrderedId", () => {
  it("is a UUID of its moment", () => {
    const id = createOrderedId(Date.UTC(2026, 10, 23));
    expect(z.uuid({ version: "v7" }).safeParse(id).success).toBe(true);
    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 23));
  });

  it("keeps the order of calls of one millisecond, and of moments", () => {
    const ids = Array.from({ length: 6_000 }, () => createOrderedId(1_000_000));
    ids.push(createOrderedId(1_000_010), createOrderedId(1_000_010));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
