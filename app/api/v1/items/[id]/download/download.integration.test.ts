import { parseBuffer } from "music-metadata";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeTestItem } from "@/lib/items/testing/store-test-item.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { createWav, drawPicture } from "@/lib/media/testing/sample-media";
import { openZip } from "@/lib/media/unpack/unpack-zip.server";
import { GET } from "./route";

let fixture: RouteFixture;
const items = {} as Record<"png" | "jpeg" | "webp" | "wav", string>;
const files = {} as Record<keyof typeof items, Buffer>;
const prompt = "Fuchs & Hase <im Schnee>, 狐狸";

beforeAll(async () => {
  fixture = await createRouteFixture();
  const { userId } = fixture.ada;
  files.png = await drawPicture(60, 40).png().toBuffer();
  files.jpeg = await drawPicture(61, 40).jpeg().toBuffer();
  files.webp = await drawPicture(62, 40).webp().toBuffer();
  files.wav = createWav(1);
  for (const name of Object.keys(files) as (keyof typeof files)[]) {
    const input = { prompt, seed: 7 };
    const { database } = fixture.test;
    const { id } = await storeTestItem(database, { userId, bytes: files[name], name: "Fuchs: Nr. 1", input });
    await database.item.update({ where: { id }, data: { tags: ["winter"] } });
    items[name] = id;
  }
});
afterAll(() => fixture.close());

async function get(id: string, query: string, headers: Record<string, string> = fixture.ada.headers) {
  const request = new Request(`http://studio.test/api/v1/items/${id}/download?${query}`, { headers });
  return GET(request, { params: Promise.resolve({ id }) });
}

async function read(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  return bytes;
}

async function readXmp(bytes: Buffer): Promise<string> {
  const { xmp } = await sharp(bytes).metadata();
  return xmp!.toString();
}

const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();

describe("the download of an item", () => {
  it("is its file, under its name, in ranges too", async () => {
    const whole = await get(items.jpeg, "");
    expect(whole.headers.get("content-disposition")).toContain('attachment; filename="fuchs-nr-1.jpg"');
    expect((await read(whole)).equals(files.jpeg)).toBe(true);
    const part = await get(items.wav, "", { ...fixture.ada.headers, range: "bytes=4-7" });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, files.wav.subarray(4, 8)]);
  });

  it.each(["png", "jpeg", "webp"] as const)("is converted to %s", async (format) => {
    for (const from of ["png", "jpeg", "webp"] as const) {
      const response = await get(items[from], `format=${format}`);
      expect(response.headers.get("content-type")).toBe(`image/${format}`);
      const bytes = await read(response);
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject({ format, height: 40 });
      expect(found.xmp).toBeUndefined();
    }
  });

  it.each([
    ["jpeg", ""],
    ["png", ""],
    ["png", "format=png&"],
    ["png", "format=jpeg&"],
    ["png", "format=webp&"],
  ] as const)("has title, prompt, tags and parameters in a %s with %s", async (from, query) => {
    const bytes = await read(await get(items[from], `${query}metadata=embedded`));
    const xmp = await readXmp(bytes);
    expect(xmp).toContain("Fuchs: Nr. 1");
    expect(xmp).toContain("Fuchs &amp; Hase &lt;im Schnee&gt;, 狐狸");
    expect(xmp).toContain("<rdf:li>winter</rdf:li>");
    expect(xmp).toMatch(/<reverie:parameters>.*"seed":7.*<\/reverie:parameters>/);
    // Its pixels are those of the file, which was not compressed again.
    if (query === "") expect((await pixels(bytes)).equals(await pixels(files[from]))).toBe(true);
  });

  it("has title and prompt in audio", async () => {
    const { common } = await parseBuffer(await read(await get(items.wav, "metadata=embedded")));
    expect([common.title, common.comment?.[0]?.text]).toEqual(["Fuchs: Nr. 1", prompt]);
  });

  it("has nothing but its title, if wanted", async () => {
    for (const query of ["", "format=webp&"]) {
      const xmp = await readXmp(await read(await get(items.png, `${query}metadata=title`)));
      expect(xmp).toContain("Fuchs: Nr. 1");
      expect(xmp).not.toMatch(/Hase|winter|seed|:description|:subject|:parameters>/);
    }
    const { common } = await parseBuffer(await read(await get(items.wav, "metadata=title")));
    expect([common.title, common.comment, common.date]).toEqual(["Fuchs: Nr. 1", undefined, undefined]);
  });

  it.each([
    ["wav", "", "fuchs-nr-1.wav"],
    ["png", "format=webp&", "fuchs-nr-1.webp"],
  ] as const)("comes with a file about it: %s %s", async (from, query, name) => {
    const zip = await openZip(await read(await get(items[from], `${query}metadata=sidecar`)));
    const members: Record<string, Buffer> = {};
    for await (const member of zip.members())
      members[member.name] = Buffer.concat(await Array.fromAsync(member.read()));
    expect(Object.keys(members)).toEqual([name, "fuchs-nr-1.json"]);
    if (query === "") expect(members[name]!.equals(files[from])).toBe(true);
    expect(JSON.parse(members["fuchs-nr-1.json"]!.toString())).toMatchObject({
      name,
      title: "Fuchs: Nr. 1",
      tags: ["winter"],
      parameters: { prompt, seed: 7 },
    });
  });

  it("is refused where a file can't be so, and for somebody else's", async () => {
    expect((await get(items.wav, "format=png")).status).toBe(422);
    expect((await get(items.webp, "metadata=embedded")).status).toBe(422);
    expect((await get(items.png, "format=mp3")).status).toBe(422);
    expect((await get(items.png, "", fixture.bob.headers)).status).toBe(404);
  });
});
