import { describe, expect, it } from "vitest";
import { getShippedProfile } from "./profiles/shipped-profiles.ts";
import { overrideProfile } from "./profiles/read-profile.ts";
import {
  collect,
  connect,
  ignoreAudio,
  ignoreImages,
  image,
  profile,
  serve,
  speech,
  success,
} from "./testing/client-fixtures.ts";
import { sendJson } from "./testing/odd-server.ts";

const reference = { model: "music-cover", audio_url: "https://h/a.mp3" } as const;

describe("what is sent", () => {
  it("is sent once, with key, type and the caller's headers, on its own connection", async () => {
    const server = await serve((response) =>
      sendJson(response, { ...success, data: { image_urls: ["http://h/1"] } }),
    );
    let sentCount = 0;
    await connect(server.baseUrl).generateImage(
      { ...image, seed: "9223372036854775807" },
      {
        ...ignoreImages,
        headers: { "X-Request-Id": "r1", Authorization: "Bearer other" },
        onRequestSent: () => (sentCount += 1),
      },
    );
    const [request, another] = server.seen;
    expect(another).toBeUndefined();
    expect(sentCount).toBe(1);
    expect(request).toMatchObject({ method: "POST", url: "/v1/image_generation" });
    expect(request?.headers).toMatchObject({
      authorization: "Bearer secret-key",
      "content-type": "application/json",
      "x-request-id": "r1",
      connection: "close",
    });
    expect(request?.body).toBe('{"model":"image-01","prompt":"a lighthouse","seed":9223372036854775807}');
  });

  it("takes names from the profile and rejects missing endpoints", async () => {
    const server = await serve((response) =>
      sendJson(response, { ...success, task_id: 12345678901234567890n.toString() }),
    );
    const global = connect(server.baseUrl, { profile: getShippedProfile("minimax-global") });
    const video = { model: "Vendor-Video-02", first_frame_image: "https://h/f.png" } as const;
    await global.createVideoTask({ ...video, aigc_watermark: false });
    expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({
      model: "MiniMax-Hailuo-02",
      first_frame_image: "https://h/f.png",
    });
    await expect(global.createVideoTask({ ...video, aigc_watermark: true })).rejects.toMatchObject({
      code: "request.not-offered",
      sent: "no",
      problems: [{ path: "aigc_watermark", key: "field.not-offered", values: { field: "aigc_watermark" } }],
    });
    const renamed = overrideProfile(profile, {
      fieldNames: { speech: { timber_weights: "timbre_weights" } },
    });
    const weights = [{ voice_id: "a", weight: 1 }];
    await connect(server.baseUrl, { profile: renamed })
      .synthesizeSpeech({ ...speech, timber_weights: weights }, ignoreAudio)
      .catch(() => undefined);
    expect(JSON.parse(server.seen[1]?.body ?? "")).toMatchObject({ timbre_weights: weights });
    expect(server.seen).toHaveLength(2);
  });

  it("has the id of a text file as a string, or as an integer if the profile requires it", async () => {
    const server = await serve((response) => sendJson(response, { ...success, task_id: 1 }));
    const narrate = (type: "string" | "integer", text_file_id: string) =>
      connect(server.baseUrl, {
        profile: overrideProfile(profile, { fieldValues: { narration: { text_file_id: type } } }),
      }).createNarrationTask({ model: "speech-2.8-hd", text_file_id });
    await narrate("string", "9223372036854775807");
    await narrate("string", "file-7");
    await narrate("integer", "9223372036854775807");
    await expect(narrate("integer", "file-7")).rejects.toMatchObject({
      code: "request.invalid",
      sent: "no",
      problems: [{ path: "text_file_id", key: "narration.text-file.digits" }],
    });
    expect(server.seen.map(({ body }) => body)).toEqual([
      '{"model":"speech-2.8-hd","text_file_id":"9223372036854775807"}',
      '{"model":"speech-2.8-hd","text_file_id":"file-7"}',
      '{"model":"speech-2.8-hd","text_file_id":9223372036854775807}',
    ]);
  });

  it("leaves out what has no effect, and empty lyrics", async () => {
    const server = await serve((response) => sendJson(response, success));
    const client = connect(server.baseUrl);
    const wishes = { subtitle_enable: true, aigc_watermark: true };
    await client.streamSpeech({ ...speech, ...wishes }).catch(() => undefined);
    const song = { model: "music-3.0", prompt: "sea", lyrics: "", lyrics_optimizer: true } as const;
    await client.generateMusic(song, ignoreAudio).catch(() => undefined);
    expect(server.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...speech, stream: true },
      { model: "music-3.0", prompt: "sea", lyrics_optimizer: true, stream: false },
    ]);
  });

  it("is not sent if the request breaks a rule or the endpoint is missing", async () => {
    const server = await serve((response) => sendJson(response, success));
    const client = connect(server.baseUrl, {
      profile: overrideProfile(profile, { endpoints: { voiceList: null } }),
    });
    await expect(client.generateImage({ ...image, n: 10 }, ignoreImages)).rejects.toMatchObject({
      code: "request.invalid",
      kind: "invalid",
      nothingMade: true,
      problems: [{ path: "n", key: "image.n.range", values: { min: 1, max: 9 } }],
    });
    await expect(client.listVoices()).rejects.toMatchObject({ code: "request.not-offered", sent: "no" });
    expect(server.seen).toHaveLength(0);
  });
});

describe("what an answer means", () => {
  it.each([
    [
      "a refusal with HTTP 200",
      200,
      { base_resp: { status_code: "2013", status_msg: "bad" } },
      "service.invalid-parameters",
      true,
    ],
    ["a refusal with HTTP 400", 400, { base_resp: { status_code: 1026 } }, "service.sensitive", true],
    ["a code nobody described", 200, { base_resp: { status_code: 4711 } }, "service.unlisted", false],
    ["the generic error", 400, { error: 7, message: "no" }, "http.bad-request", true],
    ["the generic error with HTTP 200", 200, { error: 7, message: "no" }, "service.unlisted", false],
    ["HTTP 401", 401, {}, "http.unauthorized", true],
    ["HTTP 404", 404, "<html>", "http.not-found", true],
    ["HTTP 429", 429, {}, "http.rate-limited", true],
    ["HTTP 503", 503, "<html>", "http.server-fault", false],
    ["HTTP 418", 418, {}, "http.unexpected-status", false],
    ...["null", '""', '" "', "false", "true", "[]", "[0]", "{}", "0.5", '"0x0"', '"none"'].map(
      (code) =>
        [
          `the status_code ${code}`,
          200,
          `{"data":{"image_urls":["http://h/1"]},"base_resp":{"status_code":${code}}}`,
          "answer.shape",
          false,
        ] as const,
    ),
    ["a base_resp without a code", 200, { base_resp: {} }, "answer.shape", false],
    ["no object", 200, "[]", "answer.shape", false],
    ["an empty body", 200, "", "answer.truncated", false],
  ] as const)("%s", async (_name, status, body, code, nothingMade) => {
    const server = await serve((response) => sendJson(response, body, status));
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code,
      nothingMade,
      httpStatus: status,
      endpoint: "imageGeneration",
      address: server.baseUrl,
    });
    expect(server.seen).toHaveLength(1);
  });

  it("reads trace id, Retry-After and the service's message", async () => {
    const server = await serve((response) => {
      response.setHeader("trace-id", "t-1");
      response.setHeader("retry-after", "7");
      sendJson(response, { base_resp: { status_code: 1002, status_msg: "slow down" } }, 429);
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "service.rate-limited",
      retry: "after-wait",
      retryAfterMs: 7000,
      traceId: "t-1",
      serviceMessage: "slow down",
    });
  });

  it("never follows a redirect, so that the key stays", async () => {
    const other = await serve((response) => sendJson(response, success));
    const server = await serve((response) => {
      response.writeHead(308, { location: `${other.baseUrl}/v1/image_generation` });
      response.end();
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "http.redirect",
    });
    expect(other.seen).toHaveLength(0);
  });

  it("rejects a web page", async () => {
    const server = await serve((response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>");
    });
    await expect(connect(server.baseUrl).generateImage(image, ignoreImages)).rejects.toMatchObject({
      code: "answer.content-type",
      kind: "malformed",
    });
  });

  it("accepts numbers and numeric strings, and skips missing images", async () => {
    const server = await serve((response) =>
      sendJson(response, {
        ...success,
        id: null,
        data: { image_urls: ["http://h/1", null, "", "http://h/4"] },
        metadata: { success_count: "2", failed_count: 2, more: {} },
        newer: true,
      }),
    );
    expect(await connect(server.baseUrl).generateImage(image, ignoreImages)).toMatchObject({
      images: [
        { index: 0, kind: "url", url: "http://h/1" },
        { index: 3, kind: "url", url: "http://h/4" },
      ],
      successCount: 2,
      failedCount: 2,
      id: null,
    });
  });

  it.each([
    ["JSON in a string", '{"segments":[]}', '{"segments":[]}'],
    ["the object itself", { segments: [{ start: 0 }] }, '{"segments":[{"start":0}]}'],
    ["nothing", undefined, null],
    ["a number", 7, null],
  ])("accepts the structure of a sound as %s", async (_what, structure_result, structureResult) => {
    const server = await serve((response) =>
      sendJson(response, { cover_feature_id: "f-1", structure_result, ...success }),
    );
    const analysis = connect(server.baseUrl).preprocessCover(reference);
    await expect(analysis).resolves.toMatchObject({ coverFeatureId: "f-1", structureResult });
  });

  it.each(["", " ", null, undefined])("does not accept %j as the paid identifier", async (identifier) => {
    const server = await serve((response) =>
      sendJson(response, { cover_feature_id: identifier, task_id: identifier, ...success }),
    );
    const client = connect(server.baseUrl);
    const fault = { code: "answer.shape", nothingMade: false, outcome: "unknown" };
    await expect(client.preprocessCover(reference)).rejects.toMatchObject(fault);
    const video = { model: "I2V-01", first_frame_image: "https://h/a.png" } as const;
    await expect(client.createVideoTask(video)).rejects.toMatchObject(fault);
  });

  it("keeps the digits of task and file ids", async () => {
    const server = await serve((response) =>
      sendJson(
        response,
        '{"task_id":9223372036854775807,"status":"Success","file_id":9007199254740993,"base_resp":{"status_code":0}}',
      ),
    );
    expect(await connect(server.baseUrl).queryVideoTask("1")).toMatchObject({
      taskId: "9223372036854775807",
      fileId: "9007199254740993",
      state: "success",
    });
    expect(server.seen[0]?.url).toBe("/v1/query/video_generation?task_id=1");
  });

  it.each([
    [
      '{"task_id":"1","status":"Fail","base_resp":{"status_code":1027,"status_msg":"x"}}',
      "service.output-sensitive",
    ],
    ['{"base_resp":{"status_code":1026}}', "service.sensitive"],
    ['{"task_id":"1","status":"failed","base_resp":{"status_code":0}}', null],
  ])("treats %s as a failed task, not as a failed query", async (body, code) => {
    const server = await serve((response) => sendJson(response, body));
    expect(await connect(server.baseUrl).queryVideoTask("1")).toMatchObject({
      state: "failed",
      failure: { code },
    });
  });

  it("distinguishes an unverified callback address from an invalid field", async () => {
    const refuse = (status_msg: string) => JSON.stringify({ base_resp: { status_code: 2013, status_msg } });
    let body = refuse("invalid params, fail to check callback url");
    const server = await serve((response) => sendJson(response, body));
    const client = connect(server.baseUrl);
    const video = { model: "Vendor-Video-02", first_frame_image: "https://h/f.png" } as const;
    const pushed = { ...video, callback_url: "https://studio.example/c" };
    await expect(client.createVideoTask(pushed)).rejects.toMatchObject({
      code: "service.callback-address",
      serviceCode: 2013,
      nothingMade: true,
      retry: "never",
    });
    await expect(client.createVideoTask(video)).rejects.toMatchObject({ code: "service.invalid-parameters" });
    body = refuse("invalid params, duration");
    await expect(client.createVideoTask(pushed)).rejects.toMatchObject({
      code: "service.invalid-parameters",
    });
  });

  it("returns analysis_info unchanged, or null", async () => {
    let info = '{"tempo":92}';
    const server = await serve((response) =>
      sendJson(
        response,
        `{"cover_feature_id":"f","data":{"audio":"00ff","status":2},"analysis_info":${info},"base_resp":{"status_code":0}}`,
      ),
    );
    const client = connect(server.baseUrl);
    const song = { model: "music-2.6", lyrics: "la" } as const;
    expect(await client.preprocessCover(reference)).toMatchObject({ analysisInfo: { tempo: 92 } });
    expect(await client.generateMusic(song, ignoreAudio)).toMatchObject({ analysisInfo: { tempo: 92 } });
    info = "null";
    expect(await client.preprocessCover(reference)).toMatchObject({ analysisInfo: null });
    expect(await client.generateMusic(song, ignoreAudio)).toMatchObject({ analysisInfo: null });
  });

  it("fetches a file by any id", async () => {
    let asked: string | undefined;
    const server = await serve((response, request) => {
      asked = request.url;
      response.end("bytes");
    });
    await connect(server.baseUrl).retrieveContent({ fileId: "file-é/9007199254740993" });
    expect(asked).toBe("/v1/files/retrieve_content?file_id=file-%C3%A9%2F9007199254740993");
  });

  it("deletes files by any id", async () => {
    const server = await serve((response) => sendJson(response, success));
    const purpose = "t2a_async_input";
    for (const fileId of ["9223372036854775807", "file-7"]) {
      await connect(server.baseUrl).deleteFile({ fileId, purpose });
    }
    expect(server.seen.map(({ body }) => body)).toEqual([
      `{"file_id":9223372036854775807,"purpose":"${purpose}"}`,
      `{"file_id":"file-7","purpose":"${purpose}"}`,
    ]);
  });

  it("distinguishes a rejected download from a JSON file", async () => {
    let body = '{"base_resp":{"status_code":1004,"status_msg":"no"}}';
    const server = await serve((response) => sendJson(response, body));
    const client = connect(server.baseUrl);
    await expect(client.retrieveContent({ fileId: "5" })).rejects.toMatchObject({
      code: "service.key-rejected",
    });
    for (const code of ["null", '""', "false", "[]", "0.5"]) {
      body = `{"base_resp":{"status_code":${code}}}`;
      await expect(client.retrieveContent({ fileId: "5" })).rejects.toMatchObject({ code: "answer.shape" });
    }
    body = '{"sentences":[]}';
    const content = await client.retrieveContent({ fileId: "5" });
    expect((await collect(content.body)).toString()).toBe(body);
  });
});
