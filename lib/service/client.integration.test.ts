import { beforeAll, describe, expect, it } from "vitest";
import type { RunningSandbox } from "@/lib/generations/testing/sandbox-process";
import { openTestSandbox } from "@/lib/generations/testing/test-sandbox";
import { createServiceClient, type ServiceClient } from "./client.server.ts";
import { NARRATION_FILE_PURPOSE } from "./contract/files.ts";
import { getShippedProfile } from "./profiles/shipped-profiles.ts";
import { collect } from "./testing/client-fixtures.ts";

/** The client against the sandbox in a separate process; they share no code. */
describe("service client against the sandbox", () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await openTestSandbox({ latencyMs: 0 });
  });

  const connect = (apiKey = "sandbox-key-good", baseUrl = sandbox.baseUrl): ServiceClient =>
    createServiceClient({
      profile: getShippedProfile("sandbox"),
      apiKey,
      baseUrl,
      altBaseUrl: sandbox.altBaseUrl,
    });

  it("makes images as links", async () => {
    const result = await connect().generateImage(
      { model: "image-01", prompt: "a lighthouse", n: 3, seed: "9007199254740993" },
      { onImage: () => Promise.reject(new Error("links were asked for")) },
    );
    expect(result.images.map((image) => image.kind)).toEqual(["url", "url", "url"]);
    expect(result).toMatchObject({ successCount: 3, failedCount: 0, address: sandbox.baseUrl });
    expect(result.traceId).toBeTruthy();
  });

  it("makes images as bytes, each streamed to its consumer", async () => {
    const images = new Map<number, Buffer>();
    const result = await connect().generateImage(
      { model: "image-01", prompt: "a lighthouse", n: 2, response_format: "base64", width: 512, height: 520 },
      { onImage: async (index, bytes) => void images.set(index, await collect(bytes)) },
    );
    expect(result.images).toEqual(
      [...images].map(([index, bytes]) => ({ index, kind: "bytes", byteCount: bytes.length })),
    );
    for (const bytes of images.values()) expect(bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  });

  it("reports a partial success", async () => {
    const result = await connect().generateImage(
      { model: "image-01", prompt: "a lighthouse [[fault:partial:2]]", n: 5 },
      { onImage: () => Promise.resolve() },
    );
    expect(result).toMatchObject({ successCount: 3, failedCount: 2 });
    expect(result.images).toHaveLength(3);
  });

  it.each([
    [1002, "service.rate-limited", true, "after-wait"],
    [1008, "service.balance", true, "never"],
    [1026, "service.sensitive", true, "never"],
    [1033, "service.downstream", false, "never"],
  ] as const)("reports rejection %d", async (serviceCode, code, nothingMade, retry) => {
    const request = connect().generateImage(
      { model: "image-01", prompt: `x [[fault:${serviceCode}]]` },
      { onImage: () => Promise.resolve() },
    );
    await expect(request).rejects.toMatchObject({ code, serviceCode, nothingMade, retry, kind: "refused" });
  });

  it.each([
    ["http-500", "http.server-fault"],
    ["drop-before", "network.lost"],
    ["drop-after", "network.lost"],
    ["truncate", "answer.truncated"],
    ["garbage", "answer.garbage"],
  ] as const)("leaves a request of unknown outcome after %s", async (fault, code) => {
    const request = connect().generateImage(
      { model: "image-01", prompt: `x [[fault:${fault}]]` },
      { onImage: () => Promise.resolve() },
    );
    await expect(request).rejects.toMatchObject({
      code,
      outcome: "unknown",
      nothingMade: false,
      retry: "never",
    });
  });

  it("generates music as bytes, as a link, and as a stream without its repetition", async () => {
    const request = { model: "music-2.6", prompt: "folk", lyrics: "[Verse]\nhello\nworld" } as const;
    let whole: Buffer = Buffer.alloc(0);
    const bytes = await connect().generateMusic(request, {
      onAudio: async (audio) => void (whole = await collect(audio)),
    });
    expect(bytes.audio).toEqual({ kind: "bytes", byteCount: whole.length });
    expect(whole.length).toBeGreaterThan(1000);

    const link = await connect().generateMusic(
      { ...request, output_format: "url" },
      { onAudio: () => Promise.reject(new Error("a link was asked for")) },
    );
    expect(link.audio).toMatchObject({ kind: "url" });

    const streamed = await connect().streamMusic(request);
    const pieces: Uint8Array[] = [];
    let end: unknown;
    for await (const event of streamed.events) {
      if (event.type === "audio") pieces.push(event.bytes);
      else end = event;
    }
    expect(end).toMatchObject({ repeat: "match", byteCount: Buffer.concat(pieces).length });
    expect(pieces.length).toBeGreaterThan(1);
  });

  it("creates a cover in two steps", async () => {
    const client = connect();
    const preprocessed = await client.preprocessCover({
      model: "music-cover",
      audio_url: "https://media.example/song.mp3",
    });
    expect(JSON.parse(preprocessed.structureResult ?? "")).toMatchObject({
      segments: expect.arrayContaining([
        expect.objectContaining({ label: expect.any(String) as string }),
      ]) as unknown[],
    });
    const cover = await client.generateMusic(
      {
        model: "music-cover",
        prompt: "a slow jazz version",
        lyrics: preprocessed.formattedLyrics ?? "",
        cover_feature_id: preprocessed.coverFeatureId,
        output_format: "url",
      },
      { onAudio: () => Promise.resolve() },
    );
    expect(cover.audio.kind).toBe("url");
  });

  it("creates a video task and queries it", async () => {
    const client = connect();
    const { taskId } = await client.createVideoTask({
      model: "Vendor-Video-2.3",
      prompt: "the sea [推进]",
      first_frame_image: "https://media.example/first-frame.png",
      duration: 6,
      resolution: "768P",
    });
    const task = await client.queryVideoTask(taskId);
    expect(task.taskId).toBe(taskId);
    expect(task.state).not.toBeNull();
  });

  it("uploads a text, narrates it and lists, shows, downloads and deletes the file", async () => {
    const client = connect();
    const content = "A long text, read aloud.";
    const { file } = await client.uploadFile({
      purpose: NARRATION_FILE_PURPOSE,
      fileName: "text.txt",
      content: new Blob([content]),
    });
    expect(file.file_id).toMatch(/^\d+$/);
    const listed = await client.listFiles({ purpose: NARRATION_FILE_PURPOSE });
    expect(listed.files.map(({ file_id }) => file_id)).toContain(file.file_id);
    expect((await client.retrieveFile({ fileId: file.file_id })).file.file_id).toBe(file.file_id);

    const created = await client.createNarrationTask({
      model: "speech-2.8-hd",
      text_file_id: file.file_id,
      voice_setting: { voice_id: "female-shaonv" },
    });
    expect(created.taskId).toMatch(/^\d+$/);
    const task = await client.queryNarrationTask(created.taskId);
    expect(task.state).not.toBeNull();

    await client.deleteFile({ fileId: file.file_id, purpose: NARRATION_FILE_PURPOSE });
    const left = await client.listFiles({ purpose: NARRATION_FILE_PURPOSE });
    expect(left.files.map(({ file_id }) => file_id)).not.toContain(file.file_id);
  });

  it("speaks as bytes, as a link, as a stream, and by the backup address", async () => {
    const request = {
      model: "speech-2.6-hd",
      text: "Hello there.",
      voice_setting: { voice_id: "female-shaonv" },
    } as const;
    let whole: Buffer = Buffer.alloc(0);
    const onAudio = async (audio: AsyncIterable<Uint8Array>) => void (whole = await collect(audio));
    const spoken = await connect().synthesizeSpeech(request, { onAudio });
    expect(spoken.audio).toEqual({ kind: "bytes", byteCount: whole.length });
    const link = await connect().synthesizeSpeech({ ...request, output_format: "url" }, { onAudio });
    expect(link.audio.kind).toBe("url");
    const streamed = await connect().streamSpeech(request);
    const events = await Array.fromAsync(streamed.events);
    expect(events.at(-1)).toMatchObject({ type: "end", repeat: "match" });
    const backup = await connect("sandbox-key-good", "http://127.0.0.1:1").synthesizeSpeech(request, {
      onAudio,
    });
    expect(backup.address).toBe(sandbox.altBaseUrl);
  });

  it("lists voices and writes lyrics", async () => {
    const { voices } = await connect().listVoices();
    expect(voices.map((voice) => voice.voiceId)).toContain("female-shaonv");
    const { lyrics } = await connect().writeLyrics({ mode: "write_full_song", prompt: "a song about rain" });
    expect(lyrics.length).toBeGreaterThan(0);
  });

  it("downloads the content of a file", async () => {
    const client = connect();
    const { file } = await client.uploadFile({
      purpose: NARRATION_FILE_PURPOSE,
      fileName: "text.txt",
      content: new Blob(["A long text, read aloud."]),
    });
    const content = await client.retrieveContent({ fileId: file.file_id });
    expect((await collect(content.body)).toString()).toBe("A long text, read aloud.");
    await expect(client.retrieveContent({ fileId: "1" })).rejects.toMatchObject({ name: "ServiceError" });
  });

  it("distinguishes a valid key from a wrong one without cost", async () => {
    expect(await connect().probeConnection()).toMatchObject({
      outcome: "ok",
      code: null,
      address: sandbox.baseUrl,
    });
    expect(await connect("sandbox-key-invalid").probeConnection()).toMatchObject({
      outcome: "wrong-key",
      code: "service.key-wrong",
      serviceCode: 2049,
      mayBeWrongRegion: false,
    });
    expect(await connect("sandbox-key-no-balance").probeConnection()).toMatchObject({ outcome: "ok" });
  });
});
