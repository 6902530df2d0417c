import { describe, expect, it } from "vitest";
import type { ObserveExchange } from "./client.server.ts";
import { connect, ignoreImages, image, serve, success } from "./testing/client-fixtures.ts";
import { sendJson } from "./testing/odd-server.ts";

describe("who observes", () => {
  /** What an observer hears of the requests of a client. */
  function listen() {
    const heard: unknown[] = [];
    const observe: ObserveExchange = (request) => {
      heard.push(request);
      return {
        sent: () => heard.push("sent"),
        answered: (response) => heard.push(response),
        firstByte: () => heard.push("first byte"),
        ended: (error) => heard.push(["ended", error?.code]),
      };
    };
    return { heard, observe };
  }

  it("hears each part of a request once, and nothing of its content", async () => {
    const server = await serve((response) => {
      response.setHeader("trace-id", "trace-1");
      sendJson(response, { ...success, data: { image_urls: ["http://h/1"] } });
    });
    const { heard, observe } = listen();
    await connect(server.baseUrl, { observe }).generateImage(image, ignoreImages);
    const { host } = new URL(server.baseUrl);
    expect(heard).toEqual([
      { endpoint: "imageGeneration", method: "POST", host },
      "sent",
      { status: 200, traceId: "trace-1" },
      "first byte",
      ["ended", undefined],
    ]);
  });

  it("hears how a request failed, once, also where nothing was sent", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write('{"data":');
      setTimeout(() => response.destroy(), 20);
    });
    const { heard, observe } = listen();
    await expect(connect(server.baseUrl, { observe }).generateImage(image, ignoreImages)).rejects.toThrow();
    expect(heard.at(-1)).toEqual(["ended", "answer.truncated"]);
    expect(heard.filter((event) => Array.isArray(event))).toHaveLength(1);
    heard.length = 0;
    await expect(
      connect("http://127.0.0.1:9", { observe }).generateImage(image, ignoreImages),
    ).rejects.toThrow();
    expect(heard).toEqual([
      { endpoint: "imageGeneration", method: "POST", host: "127.0.0.1:9" },
      ["ended", "network.refused"],
    ]);
  });
});
