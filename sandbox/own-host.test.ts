import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isFromOwnHost } from "./http/own-host.ts";
import { Journal } from "./state/journal.ts";
import { prepareSandbox } from "./test-client.ts";

const client = prepareSandbox({});

/** The status of a request with headers that `fetch` doesn't let callers set. */
function readStatus(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${client.baseUrl}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

describe("control endpoints", () => {
  it.each([
    [{ host: "rebinding.example:4100" }, 403],
    [{ host: "192.168.1.20:4100" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 200],
    [{ host: "localhost:4100" }, 200],
    [{}, 200],
  ] as [Record<string, string>, number][])(
    "answer a request with %j with HTTP %i",
    async (headers, status) => {
      expect(await readStatus("/__sandbox/requests", headers)).toBe(status);
    },
  );

  it.each([
    ["127.0.0.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["192.168.1.20", false],
    ["::ffff:192.168.1.20", false],
    ["fe80::1", false],
    [undefined, false],
  ])("take a request from %s: %s", (remoteAddress, expected) => {
    expect(isFromOwnHost({ remoteAddress, headers: { host: "127.0.0.1:4100" } })).toBe(expected);
  });

  it("leave the service to callers under any name", async () => {
    expect(
      await readStatus("/v1/files/list", { host: "sandbox.example", authorization: "Bearer none" }),
    ).toBe(200);
  });
});

describe("the journal", () => {
  const folder = mkdtempSync(join(tmpdir(), "reverie-journal-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is readable for its own user only, also one that was open to others", () => {
    const path = join(folder, "journal.jsonl");
    const readMode = () => {
      new Journal(folder).close();
      return statSync(path).mode & 0o777;
    };
    expect(readMode()).toBe(0o600);
    writeFileSync(path, "");
    chmodSync(path, 0o644);
    expect(readMode()).toBe(0o600);
  });
});
