import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGenerationZip } from "@/lib/generations/read/open-generation-zip.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { readZipMembers } from "@/generators/narration/text-files/read-text-file.server";
import { openNarrationStudio, type NarrationStudio } from "./testing/narration-studio";

const text = "The light turns. The sea answers, and the keeper counts.";

describe("a narration from submit to store", () => {
  let studio: NarrationStudio;

  beforeAll(async () => {
    studio = await openNarrationStudio();
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  it("creates one task and stores its audio, subtitles and facts", async () => {
    const billedBefore = await studio.countBilled();
    const done = await studio.narrateToEnd({ text });
    expect(done).toMatchObject({
      state: "succeeded",
      error: null,
      counts: { expected: 1, stored: 1, failed: 0, partial: 0 },
      usage: { characters: text.length },
      facts: { extra_info: { usage_characters: text.length, audio_format: "mp3" } },
    });
    expect(tellOutputs(done)).toEqual([
      "audio 0 audio/mpeg",
      "extra 0 application/json",
      "subtitle 0 application/json",
    ]);
    expect(done.outputs.every(({ group }) => group === undefined)).toBe(true);
    const { audio_length } = done.facts!.extra_info as { audio_length: number };
    expect(Math.abs(findAudio(done).durationSeconds! * 1000 - audio_length)).toBeLessThan(150);
    expect(await studio.countBilled()).toBe(billedBefore + 1);
    expect(await studio.test.database.attempt.count({ where: { generationId: done.id } })).toBe(1);
  });

  it.each([
    ["mp3", "audio/mpeg"],
    ["wav", "audio/wav"],
    ["flac", "audio/flac"],
    ["pcm", "audio/pcm"],
    ["pcmu_raw", "audio/PCMU"],
    ["pcmu_wav", "audio/wav"],
    ["opus", "audio/ogg"],
  ])("stores %s as what it is, with its length", async (format, mimeType) => {
    const done = await studio.narrateToEnd({
      text,
      audio_setting: { format, audio_sample_rate: 16000, channel: 2 },
    });
    expect(done).toMatchObject({ state: "succeeded", error: null });
    const audio = findAudio(done);
    expect(audio.mimeType).toContain(mimeType);
    const { audio_length } = done.facts!.extra_info as { audio_length: number };
    expect(Math.abs(audio.durationSeconds! * 1000 - audio_length)).toBeLessThan(150);
  });

  it.each(["zip-result", "audio-result"])("takes a result that comes as %s", async (form) => {
    const done = await studio.narrateToEnd({ text: `${text} [[fault:${form}]]` });
    expect(done).toMatchObject({ state: "succeeded", error: null, counts: { expected: 1, stored: 1 } });
    expect(tellOutputs(done)).toEqual(
      form === "zip-result"
        ? ["audio 0 audio/mpeg", "extra 0 application/json", "subtitle 0 application/json"]
        : ["audio 0 audio/mpeg"],
    );
  });

  it("speaks a txt file of the studio", async () => {
    const text_file = await studio.bring(text, "keeper.txt");
    const done = await studio.narrateToEnd({ text_file });
    expect(done).toMatchObject({
      state: "succeeded",
      usage: { characters: text.length },
      facts: { text_file_name: "keeper.txt" },
    });
    expect(findAudio(done).fileName).toMatch(/^keeper-\d{8}-1\.mp3$/);
    expect(tellOutputs(done)).toEqual([
      "audio 0 audio/mpeg",
      "extra 0 application/json",
      "subtitle 0 application/json",
    ]);
    expect(findAudio(done).group).toBeUndefined();
  });

  it("gives nine files in three groups for a json of title, content and extra, and all as one ZIP", async () => {
    const content = JSON.stringify({ extra: "The end.", content: text, title: "The keeper" });
    const text_file = await studio.bringZip([{ name: "keeper.json", content }]);
    const done = await studio.narrateToEnd({ text_file });
    expect(done).toMatchObject({ state: "succeeded", counts: { expected: 3, stored: 3, failed: 0 } });
    expect(done.outputs.map(({ role, index, group }) => `${role} ${index} ${group}`).sort()).toEqual(
      ["audio", "extra", "subtitle"].flatMap((role) => [
        `${role} 0 title`,
        `${role} 1 content`,
        `${role} 2 extra`,
      ]),
    );
    const audio = done.outputs.filter(({ role }) => role === "audio");
    // The title is read faster than the content.
    expect(audio[0]!.durationSeconds!).toBeLessThan(audio[1]!.durationSeconds!);

    const zip = await openGenerationZip(studio.services, { userId: studio.userId, id: done.id });
    const { members, problems } = await readZipMembers(
      Buffer.from(await new Response(zip.stream).arrayBuffer()),
    );
    expect(problems).toEqual([]);
    // Nine files, and the sentences of each text as subtitles in two formats.
    expect(new Set(members.map(({ name }) => name)).size).toBe(15);
    for (const { fileName, bytes } of done.outputs) {
      expect(members.find(({ name }) => name === fileName)?.bytes.length).toBe(bytes);
    }
    const tellText = (ending: RegExp) =>
      members.filter(({ name }) => ending.test(name)).map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(tellText(/-content-subtitles\.srt$/)).toEqual([
      expect.stringMatching(/^1\r\n00:00:\d\d,\d{3} --> /),
    ]);
    expect(tellText(/-subtitles\.vtt$/)).toHaveLength(3);
    expect(tellText(/-title-subtitles\.vtt$/)[0]).toMatch(/^WEBVTT\n[^]*The keeper/);
  });

  it("names the texts of several files after their files, in the order of their numbers", async () => {
    const text_file = await studio.bringZip([
      { name: "part 10.txt", content: "Ten." },
      { name: "part 9.txt", content: "Nine." },
    ]);
    const done = await studio.narrateToEnd({ text_file });
    const audio = done.outputs.filter(({ role }) => role === "audio");
    expect(audio.map(({ group }) => group)).toEqual(["part 9", "part 10"]);
    expect(done.usage).toEqual({ characters: 9 });
  });

  it("keeps every sound of a file with many texts, however many files its result holds", async () => {
    const members = Array.from({ length: 40 }, (_, index) => ({ name: `${index + 1}.txt`, content: "Aye." }));
    const done = await studio.narrateToEnd({ text_file: await studio.bringZip(members) });
    expect(done).toMatchObject({ state: "succeeded", counts: { expected: 40, stored: 40, failed: 0 } });
    expect(done.outputs).toHaveLength(120);
  });

  it("speaks a file that the service has, by an id that no number of JavaScript holds", async () => {
    const text_file_id = await studio.uploadToService(text, "mine.txt");
    expect(Number(text_file_id)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    const done = await studio.narrateToEnd({ text_file_id });
    expect(done).toMatchObject({ state: "succeeded", usage: { characters: text.length } });
    expect(findAudio(done).group).toBe("mine");
  });

  it("sends the checked texts in UTF-8, numbered, without files that a desktop adds", async () => {
    const title = "Der Bär";
    const text_file = await studio.bringZip([
      { name: "bär.json", content: Buffer.from(`\ufeff${JSON.stringify({ title })}`) },
      { name: "__MACOSX/._bär.json", content: "x" },
    ]);
    const done = await studio.narrateToEnd({ text_file });
    expect(done).toMatchObject({ state: "succeeded", usage: { characters: [...title].length } });
    const { members } = await readZipMembers(await studio.readNewestUpload());
    expect(members.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ["1.json", JSON.stringify({ title })],
    ]);
  });

  describe("refuses before anything is queued", () => {
    const refusal = async (input: Record<string, unknown>) => {
      const before = await studio.test.database.generation.count();
      const error = await studio.narrate(input).then(
        () => null,
        (cause: unknown) => cause as { code: string; fields: unknown },
      );
      expect(await studio.test.database.generation.count()).toBe(before);
      return { code: error?.code, fields: error?.fields };
    };

    it("a zip with a text that is none, told by its member", async () => {
      const text_file = await studio.bringZip([{ name: "2.json", content: '{"content":7}' }]);
      expect(await refusal({ text_file })).toEqual({
        code: "input.invalid",
        fields: [
          { path: "text_file", key: "text-file.json-text", values: { member: "2.json", field: "content" } },
        ],
      });
    });

    it("tone tags in a file for a model without them", async () => {
      const text_file = await studio.bring("Well (sighs) then.", "a.txt");
      expect(await refusal({ model: "speech-02-hd", text_file })).toMatchObject({
        code: "input.invalid",
        fields: [{ path: "text_file", key: "text-file.tone-tags" }],
      });
      expect(await studio.narrateToEnd({ text_file })).toMatchObject({ state: "succeeded" });
    });

    it("a file of another person, and one that is no text", async () => {
      const other = await studio.test.database.user.create({
        data: { email: "other@example.test", name: "Other", role: "member" },
      });
      const mine = await studio.bring("Mine.", "mine.txt");
      await studio.test.database.asset.update({ where: { id: mine.assetId }, data: { userId: other.id } });
      expect(await refusal({ text_file: mine })).toEqual({
        code: "asset.missing",
        fields: [{ path: "text_file", key: "asset.missing" }],
      });
    });

    it("a file where the service takes none", async () => {
      const text_file = await studio.bring(text, "b.txt");
      await studio.override({ endpoints: { fileUpload: null } });
      try {
        expect(await refusal({ text_file })).toMatchObject({
          code: "input.invalid",
          fields: [{ path: "text_file", key: "text-file.no-upload" }],
        });
      } finally {
        await studio.override({});
      }
    });
  });
});

function findAudio({ outputs }: GenerationDto) {
  return outputs.find(({ role }) => role === "audio")!;
}

function tellOutputs({ outputs }: GenerationDto): string[] {
  return outputs.map(({ role, index, mimeType }) => `${role} ${index} ${mimeType}`).sort();
}
