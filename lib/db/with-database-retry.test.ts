import { describe, expect, it, vi } from "vitest";
import { isDatabaseAway } from "./is-database-away";
import { withDatabaseRetry } from "./with-database-retry.server";

const away = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("isDatabaseAway", () => {
  it.each([
    ["a refused connection", away],
    ["a server that shuts down", Object.assign(new Error("x"), { code: "57P01" })],
    ["a server that starts", Object.assign(new Error("x"), { originalCode: "57P03" })],
    ["a wrapped fault", new Error("outside", { cause: away })],
    ["a full disk under the server", Object.assign(new Error("x"), { code: "53100" })],
    ["a socket that is missing", Object.assign(new Error("x"), { code: "ENOENT", syscall: "connect" })],
    ["a broken connection", new Error("Connection terminated unexpectedly")],
    [
      "a transaction whose connection broke",
      new Error("Client has encountered a connection error and is not queryable"),
    ],
    ["a transaction of a closed client", new Error("Client was closed and is not queryable")],
    ["a connection that takes too long", new Error("timeout expired")],
    ["an answer that takes too long", new Error("Query read timeout")],
    ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
    ["too many connections", Object.assign(new Error("x"), { code: "P2037" })],
    ["a primary that is a standby now", Object.assign(new Error("x"), { code: "25006" })],
    ["a session that the server ended", Object.assign(new Error("x"), { code: "57P05" })],
    ["a network that is down", Object.assign(new Error("x"), { code: "ENETDOWN" })],
    [
      "the fault of a driver",
      Object.assign(new Error("x"), {
        code: "P2010",
        meta: { driverAdapterError: { cause: { kind: "postgres", originalCode: "57P02" } } },
      }),
    ],
  ])("recognises %s", (_name, error) => expect(isDatabaseAway(error)).toBe(true));

  it.each([
    ["a broken rule", Object.assign(new Error("x"), { code: "P2002" })],
    ["a statement that took too long", Object.assign(new Error("x"), { code: "57014" })],
    ["a missing table", Object.assign(new Error("x"), { code: "42P01" })],
    ["a missing file", Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" })],
    ["a fault of ours", new TypeError("x is not a function")],
    ["nothing at all", undefined],
  ])("does not mistake %s for it", (_name, error) => expect(isDatabaseAway(error)).toBe(false));
});

describe("withDatabaseRetry", () => {
  it("retries while the database is unavailable", async () => {
    let calls = 0;
    const result = await withDatabaseRetry(async () => {
      calls += 1;
      if (calls < 3) throw away;
      return "written";
    });
    expect([result, calls]).toEqual(["written", 3]);
  });

  it("rethrows any other error immediately", async () => {
    let calls = 0;
    const attempt = withDatabaseRetry(async () => {
      calls += 1;
      throw new TypeError("wrong");
    });
    await expect(attempt).rejects.toThrow("wrong");
    expect(calls).toBe(1);
  });

  it("keeps trying for hours, as long as a result can be fetched", async () => {
    const start = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(start);
    let calls = 0;
    const result = withDatabaseRetry(async () => {
      calls += 1;
      now.mockReturnValue(start + 5 * 60 * 60 * 1000);
      if (calls === 1) throw away;
      return "written";
    });
    await expect(result).resolves.toBe("written");
    now.mockRestore();
  });

  it("gives up after its time limit", async () => {
    await expect(withDatabaseRetry(() => Promise.reject(away), { patienceMs: 0 })).rejects.toBe(away);
  });
});
