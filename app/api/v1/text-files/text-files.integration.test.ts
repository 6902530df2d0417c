import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeZip } from "@/generators/narration/text-files/testing/make-zip";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { drawPicture } from "@/lib/media/testing/sample-media";
import { POST as upload } from "../../uploads/route";
import { GET } from "./[id]/route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});

afterAll(() => fixture.close());

async function bring(bytes: Uint8Array | string, name: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  const request = new Request("http://studio.test/api/uploads", {
    method: "POST",
    body: form,
    headers: fixture.ada.headers,
  });
  const response = await upload(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(201);
  return ((await response.json()) as { assetId: string }).assetId;
}

function look(id: string, headers: HeadersInit = fixture.ada.headers): Promise<Response> {
  const request = new Request(`http://studio.test/api/v1/text-files/${id}`, { headers });
  return GET(request, { params: Promise.resolve({ id }) });
}

describe("GET /api/v1/text-files/:id", () => {
  it("tells what is in a zip, and what is wrong with it", async () => {
    const id = await bring(
      makeZip([
        { name: "1.json", content: JSON.stringify({ title: "One", content: "Once upon a time." }) },
        { name: "2.json", content: JSON.stringify({ content: 2 }) },
      ]),
      "book.zip",
    );
    const response = await look(id);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      kind: "zip",
      name: "book.zip",
      characters: 20,
      texts: 2,
      members: [
        {
          name: "1.json",
          parts: [
            { field: "title", characters: 3 },
            { field: "content", characters: 17 },
          ],
        },
      ],
      toneTags: [],
      skipped: [],
      skippedCount: 0,
      beginning: "One",
      problems: [{ key: "text-file.json-text", values: { member: "2.json", field: "content" } }],
    });
  });

  it("tells of a text by the name that it came with", async () => {
    const id = await bring("Once upon a time.", "märchen.txt");
    expect(await (await look(id)).json()).toMatchObject({
      kind: "txt",
      members: [{ name: "märchen.txt", parts: [{ field: null, characters: 17 }] }],
      problems: [],
    });
  });

  it("says of a picture that it is no text", async () => {
    const id = await bring(await drawPicture().png().toBuffer(), "book.txt");
    expect(await (await look(id)).json()).toMatchObject({
      texts: 0,
      problems: [{ key: "text-file.type", values: {} }],
    });
  });

  it("shows nobody another person's file", async () => {
    const id = await bring("Mine alone.", "mine.txt");
    expect((await look(id, fixture.bob.headers)).status).toBe(404);
    expect((await look("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await look("x")).status).toBe(404);
    expect((await look(id, {})).status).toBe(401);
  });
});
