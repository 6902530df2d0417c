import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createServiceClient } from "../client.server.ts";
import { getShippedProfile } from "../profiles/shipped-profiles.ts";
import { overrideProfile } from "../profiles/read-profile.ts";
import type { ServiceProfile } from "../profiles/profile-schema.ts";
import { sendJson, startOddServer, type OddServer, type SeenRequest } from "../testing/odd-server.ts";

let server: OddServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function probe(
  answer: (response: ServerResponse, request: SeenRequest) => void,
  profile: ServiceProfile = getShippedProfile("sandbox"),
) {
  server = await startOddServer(answer);
  const client = createServiceClient({
    profile,
    apiKey: "k",
    baseUrl: server.baseUrl,
    altBaseUrl: "http://127.0.0.1:1",
  });
  return client.probeConnection();
}

const refuse = (code: number) => (response: ServerResponse) =>
  sendJson(response, { base_resp: { status_code: code, status_msg: "no" } });
const paths = () => server?.seen.map(({ method, url }) => `${method} ${url}`);

describe("probeConnection", () => {
  it("sends one free request", async () => {
    const result = await probe((response) =>
      sendJson(response, { files: [], base_resp: { status_code: 0 } }),
    );
    expect(result).toMatchObject({
      outcome: "ok",
      code: null,
      serviceCode: 0,
      httpStatus: 200,
      address: server?.baseUrl,
    });
    expect(result.latencyMs).toBeGreaterThanOrEqual(0);
    expect(paths()).toEqual(["GET /v1/files/list?purpose=t2a_async_input"]);
  });

  it.each([
    [1004, "wrong-key", "service.key-rejected"],
    [2049, "wrong-key", "service.key-wrong"],
    [1002, "rate-limited", "service.rate-limited"],
    [1008, "ok", null],
    [2013, "ok", null],
    [1033, "unexpected", "service.downstream"],
    [31337, "unexpected", "service.unlisted"],
  ] as const)("reads code %d as %s", async (serviceCode, outcome, code) => {
    expect(await probe(refuse(serviceCode))).toMatchObject({
      outcome,
      code,
      serviceCode,
      mayBeWrongRegion: false,
    });
  });

  it("reports a possibly wrong region if keys are regional", async () => {
    const result = await probe(refuse(2049), getShippedProfile("minimax-global"));
    expect(result).toMatchObject({ outcome: "wrong-key", mayBeWrongRegion: true });
    expect(server?.seen).toHaveLength(1);
  });

  it.each([
    ["a web page", 200, "text/html", "<html>", "not-the-service"],
    ["some other program's JSON", 200, "application/json", "{}", "not-the-service"],
    ["a redirect", 301, "text/html", "", "not-the-service"],
    ["HTTP 404 everywhere", 404, "text/html", "", "not-the-service"],
    ["HTTP 401", 401, "application/json", "{}", "wrong-key"],
    ["HTTP 429", 429, "application/json", "{}", "rate-limited"],
    ["HTTP 500", 500, "application/json", "{}", "unexpected"],
  ] as const)("reads %s", async (_name, status, type, body, outcome) => {
    const result = await probe((response) => {
      response.writeHead(status, { "content-type": type });
      response.end(body);
    });
    expect(result).toMatchObject({ outcome, httpStatus: status });
  });

  it("requests a file that cannot exist if the profile has no cheaper endpoint", async () => {
    const profile = overrideProfile(getShippedProfile("custom"), {
      endpoints: { fileList: null, voiceList: null },
    });
    expect(await probe(refuse(2013), profile)).toMatchObject({ outcome: "ok" });
    expect(paths()).toEqual(["GET /v1/files/retrieve_content?file_id=0"]);
  });

  it("tries the next request if the service lacks an endpoint", async () => {
    const result = await probe((response, { url }) =>
      url === "/v1/get_voice"
        ? sendJson(response, { system_voice: [], base_resp: { status_code: 0 } })
        : sendJson(response, {}, 404),
    );
    expect(result).toMatchObject({ outcome: "ok" });
    expect(paths()).toEqual(["GET /v1/files/list?purpose=t2a_async_input", "POST /v1/get_voice"]);
  });

  it("distinguishes an unreachable address from one without TLS", async () => {
    const connect = (baseUrl: string) =>
      createServiceClient({ profile: getShippedProfile("sandbox"), apiKey: "k", baseUrl }).probeConnection();
    server = await startOddServer((response) => sendJson(response, {}));
    const { baseUrl } = server;
    expect(await connect(baseUrl.replace("http:", "https:"))).toMatchObject({
      outcome: "tls",
      code: "network.tls",
    });
    await server.close();
    expect(await connect(baseUrl)).toMatchObject({
      outcome: "unreachable",
      code: "network.refused",
      address: baseUrl,
    });
    server = undefined;
    expect(await connect("http://no-such-host.invalid")).toMatchObject({ outcome: "unreachable" });
  });
});
