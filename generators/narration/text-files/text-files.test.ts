import { describe, expect, it } from "vitest";
import { readTextFile } from "./read-text-file.server";
import { packTextFile } from "./pack-text-file.server";
import { describeTextFile } from "./text-file-report";
import { maxTextFileMembers, maxToldProblems, maxUnpackedBytes } from "./text-file-limits";
import { makeZip, type ZipMember } from "./testing/make-zip";

const readTxt = (content: string | Uint8Array) =>
  readTextFile(Buffer.from(content), { kind: "txt", name: "book.txt" });
const readZip = (members: ZipMember[]) => readTextFile(makeZip(members), { kind: "zip", name: "book.zip" });

const tellProblems = (file: Awaited<ReturnType<typeof readTxt>>) =>
  describeTextFile(file).problems.map(({ key, values }) =>
    [key.replace("text-file.", ""), values.member, values.field]
      .filter((part) => part !== undefined)
      .join(" "),
  );

describe("a txt file", () => {
  it("is told by its characters, its tone tags and its beginning", async () => {
    const file = await readTxt("\n 第一章 𝒜 (sighs)<#0.5#>Once.");
    expect(describeTextFile(file)).toEqual({
      kind: "txt",
      name: "book.txt",
      characters: 27,
      texts: 1,
      members: [{ name: "book.txt", parts: [{ field: null, characters: 27 }] }],
      toneTags: ["(sighs)"],
      skipped: [],
      skippedCount: 0,
      beginning: "第一章 𝒜 (sighs)<#0.5#>Once.",
      problems: [],
    });
  });

  it.each([
    ["with a byte order mark", Buffer.from("\ufeffBär", "utf8")],
    ["in UTF-16, low byte first", Buffer.from("\ufeffBär", "utf16le")],
    ["in UTF-16, high byte first", Buffer.from("\ufeffBär", "utf16le").swap16()],
  ])("%s is read without it", async (_title, bytes) => {
    const file = await readTxt(bytes);
    expect(tellProblems(file)).toEqual([]);
    expect(file.members[0]?.parts).toEqual([{ text: "Bär" }]);
  });

  it.each([
    ["no character", "", "empty book.txt"],
    ["spaces alone", " \n\t", "empty book.txt"],
    ["Latin-1", Buffer.from("Über die Bären", "latin1"), "encoding book.txt"],
    ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 0x41]), "encoding book.txt"],
    ["GB18030", Buffer.from("b5dad2bbd5c2a3bababaa3ac32303236", "hex"), "chinese-encoding book.txt"],
    ["Windows-1251", Buffer.from("cfe5f0e2e0ff20e3ebe0e2e0", "hex"), "encoding book.txt"],
    ["EUC-KR", Buffer.from("c1a620c0cfb0fab1dbc0ccb4d9", "hex"), "encoding book.txt"],
    ["Shift JIS", Buffer.from("91e688ea8fcd", "hex"), "encoding book.txt"],
    ["U+0000", "a\0b", "characters book.txt"],
    ["a pause of nothing", "a<#0#>b", "pause.duration book.txt"],
    ["a pause at the end", "a<#1#>", "pause.position book.txt"],
    ["two pauses in a row", "a<#1#><#2#>b", "pause.consecutive book.txt"],
    ["1,000,000 characters", "字".repeat(1_000_000), "too-long"],
  ])("with %s is refused", async (_title, content, problem) => {
    expect(tellProblems(await readTxt(content))).toEqual([problem]);
  });

  it("takes one character less than the limit, each of four bytes", async () => {
    expect(tellProblems(await readTxt("𝒜".repeat(999_999)))).toEqual([]);
  });

  it("begins with whole characters", async () => {
    const { beginning } = describeTextFile(await readTxt("𝒜".repeat(500)));
    expect(beginning).toBe(`${"𝒜".repeat(120)}…`);
  });
});

describe("a zip", () => {
  it("of json files gives up to three texts for each, in the order of their numbers", async () => {
    const file = await readZip([
      { name: "10.json", content: JSON.stringify({ extra: "Notes", title: "Ten", content: "" }) },
      { name: "2.json", content: `\ufeff${JSON.stringify({ content: "Two" })}` },
      { name: "__MACOSX/._2.json", content: "x" },
      { name: ".DS_Store", content: "x" },
    ]);
    expect(describeTextFile(file)).toMatchObject({
      kind: "zip",
      characters: 11,
      texts: 3,
      members: [
        { name: "2.json", parts: [{ field: "content", characters: 3 }] },
        {
          name: "10.json",
          parts: [
            { field: "title", characters: 3 },
            { field: "extra", characters: 5 },
          ],
        },
      ],
      skipped: [
        { member: "__MACOSX/._2.json", field: null, reason: "desktop-file" },
        { member: ".DS_Store", field: null, reason: "desktop-file" },
        { member: "10.json", field: "content", reason: "empty" },
      ],
      skippedCount: 3,
      problems: [],
    });
  });

  it("of txt files gives a text for each", async () => {
    const file = await readZip([
      { name: "b.TXT", content: "B" },
      { name: "a.txt", content: Buffer.from("\ufeffÄ", "utf16le") },
    ]);
    expect(file.members).toEqual([
      { name: "a.txt", parts: [{ text: "Ä" }] },
      { name: "b.TXT", parts: [{ text: "B" }] },
    ]);
    expect(tellProblems(file)).toEqual([]);
  });

  const good = JSON.stringify({ content: "Good" });
  it.each<[string, ZipMember[], string[]]>([
    ["nothing", [], ["no-members"]],
    ["nothing but what a desktop adds", [{ name: ".DS_Store", content: "x" }], ["no-members"]],
    [
      "txt and json",
      [
        { name: "1.json", content: good },
        { name: "2.txt", content: "x" },
      ],
      ["mixed"],
    ],
    [
      "another kind",
      [
        { name: "1.json", content: good },
        { name: "a.pdf", content: "x" },
      ],
      ["member-type a.pdf"],
    ],
    ["a json that is none", [{ name: "1.json", content: "{" }], ["json 1.json"]],
    ["a json list", [{ name: "1.json", content: "[]" }], ["json 1.json"]],
    [
      "a number for a text",
      [{ name: "1.json", content: '{"content":7,"title":"x"}' }],
      ["json-text 1.json content"],
    ],
    ["other fields only", [{ name: "1.json", content: '{"contents":"x"}' }], ["empty book.zip"]],
    ["no text in its json", [{ name: "1.json", content: '{"title":" "}' }], ["empty book.zip"]],
    ["no text in its txt", [{ name: "1.txt" }, { name: "2.txt", content: "\n" }], ["empty book.zip"]],
    ["a bad pause", [{ name: "1.json", content: '{"title":"a<#0#>b"}' }], ["pause.duration 1.json, title"]],
    ["a text in Latin-1", [{ name: "1.txt", content: Buffer.from("Bär", "latin1") }], ["encoding 1.txt"]],
    ["a way out", [{ name: "../1.json", content: good }], ["path ../1.json"]],
    ["an absolute path", [{ name: "/1.json", content: good }], ["path /1.json"]],
    ["a drive", [{ name: "C:1.json", content: good }], ["path C:1.json"]],
    ["a backslash", [{ name: "..\\1.json", content: good }], ["path ../1.json"]],
    [
      "one file twice",
      [
        { name: "1.txt", content: "x" },
        { name: "1.TXT", content: "y" },
      ],
      ["duplicate 1.TXT"],
    ],
    ["an encrypted file", [{ name: "1.json", content: good, encrypted: true }], ["encrypted 1.json"]],
    ["a wrong checksum", [{ name: "1.json", content: good, checksum: 7 }], ["damaged"]],
  ])("with %s is refused", async (_title, members, problems) => {
    expect(tellProblems(await readZip(members))).toEqual(problems);
  });

  it("is read with its folders, without what is no text; what is skipped is told", async () => {
    const file = await readZip([
      { name: "book/" },
      { name: "book/two/10.json", content: '{"content":"Ten","author":"A","year":7}' },
      { name: "book/two/9.json", content: '{"title":"Nine","content":null,"extra":""}' },
      { name: "book/.DS_Store", content: "x" },
      { name: "book/3.json", content: "{}" },
    ]);
    expect(tellProblems(file)).toEqual([]);
    expect(file.members).toEqual([
      { name: "book/two/9.json", parts: [{ field: "title", text: "Nine" }] },
      { name: "book/two/10.json", parts: [{ field: "content", text: "Ten" }] },
    ]);
    expect(file.skipped).toEqual([
      { member: "book/.DS_Store", reason: "desktop-file" },
      { member: "book/3.json", reason: "empty" },
      { member: "book/two/9.json", field: "content", reason: "empty" },
      { member: "book/two/9.json", field: "extra", reason: "empty" },
      { member: "book/two/10.json", field: "author", reason: "unknown-key" },
      { member: "book/two/10.json", field: "year", reason: "unknown-key" },
    ]);
    expect((await packTextFile(file)).texts.map(({ number, group }) => `${number} ${group}`)).toEqual([
      "1 book – two – 9 title",
      "2 book – two – 10 content",
    ]);
  });

  it("is not unpacked where it is a bomb", async () => {
    const dense = await readZip([{ name: "1.txt", content: Buffer.alloc(3 * 1024 * 1024, "a") }]);
    expect(tellProblems(dense)).toEqual(["bomb 1.txt"]);
    // Each is below the ratio, but together they are too large.
    const noise = (seed: number) =>
      Buffer.from(Array.from({ length: 1024 * 1024 }, (_, i) => (i * seed) % 251));
    const piled = await readZip(
      Array.from({ length: maxUnpackedBytes / (1024 * 1024) + 1 }, (_, i) => ({
        name: `${i}.txt`,
        content: noise(i + 3),
      })),
    );
    expect(tellProblems(piled)[0]).toMatch(/^bomb /);
  });

  it("is not read where it holds more files than anybody has", async () => {
    const members = Array.from({ length: maxTextFileMembers + 1 }, (_, index) => ({ name: `${index}.txt` }));
    expect(tellProblems(await readZip(members))).toEqual(["too-many"]);
  });

  it("tells a few of many problems", async () => {
    const members = Array.from({ length: 100 }, (_, index) => ({ name: `${index}.json`, content: "{" }));
    expect(tellProblems(await readZip(members))).toHaveLength(maxToldProblems);
  });

  it.each([0.1, 0.5, 0.9])("that ends after %f of its bytes is damaged", async (share) => {
    const whole = makeZip([{ name: "1.json", content: good }]);
    const file = await readTextFile(whole.subarray(0, whole.length * share), { kind: "zip", name: "a.zip" });
    expect(tellProblems(file)).toEqual(["damaged"]);
  });

  it("counts the texts of all files together", async () => {
    const half = "字".repeat(500_000);
    const file = await readZip([
      { name: "1.txt", content: half },
      { name: "2.txt", content: half },
    ]);
    // Repetition compresses to a thousandth.
    expect(tellProblems(file)).toEqual(["bomb 1.txt"]);
    const numbers = Array.from({ length: 180_000 }, (_, index) => index).join(" ");
    const long = await readZip([{ name: "1.txt", content: numbers }]);
    expect(tellProblems(long)).toEqual(["too-long"]);
  });
});

describe("packTextFile", () => {
  it("writes an archive anew: numbered, in UTF-8 without a mark, nothing that was not checked", async () => {
    const file = await readZip([
      { name: "Zwei.json", content: `\ufeff${JSON.stringify({ extra: "", title: "B" })}` },
      { name: "Eins.json", content: JSON.stringify({ content: "C", title: "A" }) },
      { name: "__MACOSX/._Eins.json", content: "x" },
    ]);
    const { fileName, content, texts } = await packTextFile(file);
    expect(fileName).toBe("text.zip");
    expect(texts).toEqual([
      { number: 1, field: "title", group: "Eins title" },
      { number: 1, field: "content", group: "Eins content" },
      { number: 2, field: "title", group: "Zwei title" },
    ]);
    const again = await readTextFile(Buffer.from(await content.arrayBuffer()), {
      kind: "zip",
      name: fileName,
    });
    expect(again).toEqual({
      kind: "zip",
      name: fileName,
      members: [
        {
          name: "1.json",
          parts: [
            { field: "title", text: "A" },
            { field: "content", text: "C" },
          ],
        },
        { name: "2.json", parts: [{ field: "title", text: "B" }] },
      ],
      skipped: [],
      problems: [],
    });
  });

  it("calls the texts of one file by their fields, and those of txt files by their files", async () => {
    const one = await readZip([{ name: "x.json", content: '{"title":"A","content":"B","extra":"C"}' }]);
    expect((await packTextFile(one)).texts.map(({ group }) => group)).toEqual(["title", "content", "extra"]);
    const two = await readZip([
      { name: "first.txt", content: "A" },
      { name: "second.txt", content: "B" },
    ]);
    expect((await packTextFile(two)).texts).toEqual([
      { number: 1, group: "first" },
      { number: 2, group: "second" },
    ]);
  });

  it("sends a txt as UTF-8, whatever it was", async () => {
    const file = await readTxt(Buffer.from("\ufeffBär", "utf16le"));
    const { fileName, content, texts } = await packTextFile(file);
    expect([fileName, await content.text(), texts]).toEqual([
      "text.txt",
      "Bär",
      [{ number: 1, group: "book" }],
    ]);
  });
});
