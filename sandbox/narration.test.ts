import { text as readText } from "node:stream/consumers";
import { downloadZip } from "client-zip";
import { parseBuffer } from "music-metadata";
import { extract } from "tar-stream";
import { describe, expect, it } from "vitest";
import { decodeJson } from "./http/json.ts";
import { codeOf, type JsonAnswer, messageOf, prepareSandbox } from "./test-client.ts";

const PATH = "/v1/t2a_async_v2";
const client = prepareSandbox({ settings: { taskDurationMs: 0 } });
const good = { model: "speech-2.8-hd", text: "Once upon a time. (laughs) The end." };
const KEY = { Authorization: "Bearer sandbox-key-good" };

async function upload(name: string, content: BlobPart, purpose = "t2a_async_input"): Promise<JsonAnswer> {
  const form = new FormData();
  form.set("purpose", purpose);
  form.set("file", new Blob([content]), name);
  const response = await fetch(`${client.baseUrl}/v1/files/upload`, {
    method: "POST",
    headers: KEY,
    body: form,
  });
  const body = decodeJson(await response.text()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

async function uploadedId(name: string, content: BlobPart): Promise<bigint> {
  const answer = await upload(name, content);
  expect(messageOf(answer)).toBe("success");
  return (answer.body.file as { file_id: bigint }).file_id;
}

/** Creates a task from an uploaded file; its id is a string in service.md. */
const createFrom = (fileId: bigint) =>
  client.post(PATH, { model: "speech-2.8-hd", text_file_id: String(fileId) });

async function zipOf(files: Record<string, string>): Promise<ArrayBuffer> {
  return downloadZip(Object.entries(files).map(([name, input]) => ({ name, input }))).arrayBuffer();
}

/** Entries of the tar of a task, by name. */
async function readResult(answer: JsonAnswer): Promise<Map<string, Buffer>> {
  const path = `/v1/files/retrieve_content?file_id=${answer.body.file_id as bigint}`;
  const response = await fetch(`${client.baseUrl}${path}`, { headers: KEY });
  const entries = new Map<string, Buffer>();
  const reader = extract();
  reader.end(Buffer.from(await response.arrayBuffer()));
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    entries.set(entry.header.name, Buffer.concat(chunks));
  }
  return entries;
}

describe("narration rules", () => {
  it.each([
    ["model", { text: "a" }],
    ["model", { ...good, model: "speech-3.0" }],
    ["text", { model: good.model }],
    ["text", { ...good, text_file_id: "12" }],
    ["text", { ...good, text: "字".repeat(50_001) }],
    ["text", { ...good, text: "a <#0.001#> b" }],
    ["text_file_id", { model: good.model, text_file_id: "abc" }],
    ["text_file_id", { model: good.model, text_file_id: 999 }],
    ["audio_setting.audio_sample_rate", { ...good, audio_setting: { audio_sample_rate: 48000 } }],
    ["audio_setting.format", { ...good, audio_setting: { format: "aac" } }],
    ["voice_modify", { ...good, audio_setting: { format: "pcm" }, voice_modify: { pitch: 1 } }],
    ["voice_modify", { ...good, audio_setting: { format: "pcmu_raw" }, voice_modify: { pitch: 1 } }],
    ["voice_modify", { ...good, audio_setting: { format: "pcmu_wav" }, voice_modify: { pitch: 1 } }],
    ["voice_modify", { ...good, audio_setting: { format: "opus" }, voice_modify: { pitch: 1 } }],
    ["language_boost", { model: "speech-01-hd", text: "a", language_boost: "Persian" }],
    ["text", { model: "speech-2.6-hd", text: "Well (laughs) then." }],
    ["audio_setting.sample_rate", { ...good, audio_setting: { sample_rate: 32000 } }],
    ["voice_setting.english_normalization", { ...good, voice_setting: { english_normalization: "y" } }],
  ])("refuses %s %#", async (field, body) => {
    const answer = await client.post(PATH, body);
    expect(codeOf(answer)).toBe(2013);
    expect(messageOf(answer)).toContain(`invalid params, ${field}:`);
  });

  it("refuses tone tags in a file with a model that does not take them", async () => {
    const text_file_id = String(await uploadedId("a.txt", "Well (laughs) then."));
    const ask = (model: string) => client.post(PATH, { model, text_file_id });
    expect(messageOf(await ask("speech-02-hd"))).toContain("text_file_id: the tone tag (laughs)");
    expect(codeOf(await ask("speech-2.8-turbo"))).toBe(0);
  });

  it("accepts the id of a text file only in the type of its settings", async () => {
    const fileId = await uploadedId("mine.txt", "a");
    const asString = { model: good.model, text_file_id: String(fileId) };
    const asInteger = `{"model":"${good.model}","text_file_id":${fileId}}`;
    expect(codeOf(await client.post(PATH, asString))).toBe(0);
    const refused = await client.post(PATH, asInteger);
    expect(codeOf(refused)).toBe(2013);
    expect(messageOf(refused)).toContain("invalid params, text_file_id: must be a string");
    await client.post("/__sandbox/settings", { textFileId: "integer" });
    try {
      expect(codeOf(await client.post(PATH, asInteger))).toBe(0);
      expect(messageOf(await client.post(PATH, asString))).toContain("text_file_id: must be an integer");
    } finally {
      await client.post("/__sandbox/settings", { textFileId: "string" });
    }
  });

  it("accepts English normalization, which synchronous speech does not have", async () => {
    const body = { ...good, voice_setting: { english_normalization: true } };
    expect(codeOf(await client.post(PATH, body))).toBe(0);
  });

  it("accepts 50,000 characters", async () => {
    const fault = "[[fault:task-failed]]";
    const text = `${"字".repeat(50_000 - fault.length)}${fault}`;
    expect(codeOf(await client.post(PATH, { ...good, text }))).toBe(0);
  });
});

describe("a narration task", () => {
  it("returns int64 ids as JSON numbers beyond 2^53", async () => {
    const response = await client.send(PATH, good);
    const raw = await response.text();
    const [, taskId = "", fileId = ""] = /"task_id":(\d+),.*"file_id":(\d+)/.exec(raw) ?? [];
    expect(BigInt(taskId)).toBeGreaterThan(2n ** 53n);
    expect(BigInt(fileId)).toBeGreaterThan(2n ** 53n);
    expect(raw).toContain(`"usage_characters":${good.text.length}`);
    const { body } = await client.waitForNarration(taskId);
    expect(body).toMatchObject({ task_id: BigInt(taskId), file_id: BigInt(fileId), status: "Success" });
  });

  it.each([
    ["mp3", "mp3", "MPEG"],
    ["wav", "wav", "WAVE"],
    ["flac", "flac", "FLAC"],
    ["pcmu_wav", "wav", "WAVE"],
    ["opus", "opus", "Ogg"],
  ])("makes a tar with %s, titles and extra", async (format, extension, container) => {
    const created = await client.post(PATH, { ...good, audio_setting: { format } });
    const entries = await readResult(created);
    const folder = String(created.body.task_id);
    expect([...entries.keys()]).toEqual(
      [extension, "titles", "extra"].map((kind) => `${folder}/narration.${kind}`),
    );
    const metadata = await parseBuffer(entries.get(`${folder}/narration.${extension}`) ?? Buffer.alloc(0));
    expect(metadata.format.container).toBe(container);
    const titles = JSON.parse(String(entries.get(`${folder}/narration.titles`))) as { text: string }[];
    expect(titles.map((title) => title.text).join(" ")).toBe(good.text);
    const extra = JSON.parse(String(entries.get(`${folder}/narration.extra`))) as object;
    expect(extra).toMatchObject({ audio_format: format, audio_sample_rate: 32000 });
  });

  it("speaks an uploaded txt file", async () => {
    const created = await createFrom(await uploadedId("story.txt", "从前有座山。"));
    expect(created.body.usage_characters).toBe(6);
    expect([...(await readResult(created)).keys()].map((name) => name.split("/")[1])).toEqual([
      "story.mp3",
      "story.titles",
      "story.extra",
    ]);
  });

  it("returns three groups for a JSON file with title, content and extra, and none for an empty field", async () => {
    const whole = { title: "A title", content: "The content.", extra: "More." };
    const files = {
      "1.json": JSON.stringify(whole),
      "2.json": JSON.stringify({ title: "", content: "Only this." }),
    };
    const created = await createFrom(await uploadedId("book.zip", await zipOf(files)));
    const names = [...(await readResult(created)).keys()].map((name) => name.split("/")[1]);
    expect(names).toHaveLength(12);
    expect(names).toEqual(
      expect.arrayContaining(["1_title.mp3", "1_content.titles", "1_extra.extra", "2_content.mp3"]),
    );
  });

  it("rejects an invalid file", async () => {
    const refusalOf = async (name: string, content: BlobPart) =>
      messageOf(await createFrom(await uploadedId(name, content)));
    expect(await refusalOf("a.txt", "   ")).toContain("no text");
    expect(await refusalOf("a.txt", new Uint8Array([0xff, 0xfe, 0x41]))).toContain("UTF-8");
    expect(await refusalOf("a.txt", "a".repeat(1_000_000))).toContain("under 1,000,000");
    expect(await refusalOf("a.zip", "no zip at all, though it says so")).toContain("no zip archive");
    expect(await refusalOf("a.zip", await zipOf({ "1.txt": "a", "2.json": "{}" }))).toContain("one kind");
    expect(await refusalOf("a.zip", await zipOf({ "1.json": "[" }))).toContain("no JSON object");
    expect(await refusalOf("a.zip", await zipOf({ "1.json": '{"title":1}' }))).toContain("must be a string");
  });
});

describe("files", () => {
  it("reject an upload with a wrong purpose, name or body", async () => {
    expect(messageOf(await upload("a.txt", "a", "prompt_audio"))).toContain("purpose");
    expect(messageOf(await upload("a.pdf", "a"))).toContain("txt or zip");
    expect(messageOf(await upload("a.txt", ""))).toContain("empty");
    expect(messageOf(await client.post("/v1/files/upload", {}))).toContain("multipart");
  });

  it("are listed and deleted only with their key", async () => {
    const fileId = await uploadedId("mine.txt", "a");
    const path = "/v1/files/list?purpose=t2a_async_input";
    const listed = (await client.get(path)).body.files as { file_id: bigint }[];
    expect(listed.map((file) => file.file_id)).toContain(fileId);
    expect((await client.get(path, "sandbox-key-good-other")).body.files).toEqual([]);
    const remove = `{"file_id":${fileId},"purpose":"t2a_async_input"}`;
    expect(
      codeOf(
        await client.post("/v1/files/delete", remove, { Authorization: "Bearer sandbox-key-good-other" }),
      ),
    ).toBe(2013);
    expect((await client.post("/v1/files/delete", remove)).body).toMatchObject({ file_id: fileId });
    expect(codeOf(await client.get(`/v1/files/retrieve?file_id=${fileId}`))).toBe(2013);
    expect(codeOf(await client.post("/v1/files/delete", remove))).toBe(2013);
  });

  it("return their bytes", async () => {
    const fileId = await uploadedId("mine.txt", "the very text");
    const response = await fetch(`${client.baseUrl}/v1/files/retrieve_content?file_id=${fileId}`, {
      headers: KEY,
    });
    if (response.body === null) throw new Error("no body");
    expect(await readText(response.body)).toBe("the very text");
    expect(codeOf(await client.get("/v1/files/retrieve_content"))).toBe(2013);
  });
});
