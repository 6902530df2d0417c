import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { drawPicture } from "@/lib/media/testing/sample-media";
import { maxUploadBytes } from "@/lib/media/stored-asset";
import { POST } from "./route";

let fixture: RouteFixture;

beforeAll(async () => {
  fixture = await createRouteFixture();
});

afterAll(() => fixture.close());

const context = { params: Promise.resolve({}) };

function send(body: BodyInit, { headers = {}, query = "" } = {}): Promise<Response> {
  const request = new Request(`http://studio.test/api/uploads${query}`, {
    method: "POST",
    body,
    headers: { ...fixture.ada.headers, ...headers },
    duplex: "half",
  } as RequestInit);
  return POST(request, context);
}

function sendFile(bytes: Uint8Array | string, fileName: string, field = "file"): Promise<Response> {
  const form = new FormData();
  form.set(field, new File([bytes as Uint8Array<ArrayBuffer>], fileName, { type: "image/png" }));
  return send(form);
}

async function readCode(response: Response): Promise<unknown> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return ((await response.json()) as { code: string }).code;
}

async function listStoredFiles(): Promise<string[]> {
  const root = path.join(fixture.dataDir, "media");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("POST /api/uploads", () => {
  it("stores the file of a form", async () => {
    const bytes = await drawPicture(64, 48).jpeg().toBuffer();
    const response = await sendFile(bytes, "狐狸.png");
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      assetId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      mimeType: "image/jpeg",
      kind: "image",
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      width: 64,
      height: 48,
      fileName: "狐狸.png",
      url: expect.stringMatching(/^\/api\/media\//) as string,
    });
  });

  it("finds the file among other fields", async () => {
    const form = new FormData();
    form.set("note", "first");
    form.set("other", new File(["ignored"], "ignored.txt"));
    form.set("note2", "second");
    const bytes = await drawPicture().png().toBuffer();
    form.set("file", new File([new Uint8Array(bytes)], "fox.png"));
    // Only the field `file` is used; a file in another field is ignored.
    const response = await send(form);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ fileName: "fox.png", kind: "image" });
  });

  it("stores a body that is the file itself", async () => {
    const bytes = await drawPicture().png().toBuffer();
    const response = await send(new Uint8Array(bytes), {
      headers: { "content-type": "image/png" },
      query: "?name=fox.png&kind=image",
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ mimeType: "image/png", fileName: "fox.png" });
  });

  it.each([
    ["?name=a%00b.png", "ab.png"],
    ["?name=%00", undefined],
  ])("keeps of the name %s what can be kept", async (query, fileName) => {
    const bytes = await drawPicture(20, query.length).png().toBuffer();
    const response = await send(new Uint8Array(bytes), { headers: { "content-type": "image/png" }, query });
    expect(response.status).toBe(201);
    expect(((await response.json()) as { fileName?: string }).fileName).toBe(fileName);
  });

  it("cuts a long name between characters", async () => {
    const bytes = await drawPicture(21, 21).png().toBuffer();
    const response = await sendFile(bytes, `${"x".repeat(199)}\u{1f98a}.png`);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ fileName: `${"x".repeat(199)}\ufffd` });
  });

  it("answers 401 without a token", async () => {
    const request = new Request("http://studio.test/api/uploads", { method: "POST", body: "x" });
    const response = await POST(request, context);
    expect(response.status).toBe(401);
  });

  it.each([
    ["an SVG called PNG", '<svg xmlns="http://www.w3.org/2000/svg"/>', "photo.png", 415, "asset.type"],
    ["an HTML page called JPEG", "<!doctype html><script></script>", "photo.jpg", 415, "asset.type"],
    ["an empty file", "", "photo.png", 422, "asset.empty"],
  ])("refuses %s", async (_what, content, fileName, status, code) => {
    const before = await listStoredFiles();
    const response = await sendFile(content, fileName);
    expect(response.status).toBe(status);
    expect(await readCode(response)).toBe(code);
    await expect(listStoredFiles()).resolves.toEqual(before);
  });

  it("refuses a picture that was cut off", async () => {
    const bytes = await drawPicture(200, 200).jpeg().toBuffer();
    const response = await sendFile(bytes.subarray(0, bytes.length / 2), "photo.jpg");
    expect(await readCode(response)).toBe("asset.corrupt");
  });

  it("refuses another kind than the field takes", async () => {
    const response = await send("words", { headers: { "content-type": "image/png" }, query: "?kind=image" });
    expect(await readCode(response)).toBe("asset.type");
  });

  it("refuses a form without the file", async () => {
    const response = await sendFile("words", "a.txt", "attachment");
    expect(await readCode(response)).toBe("input.malformed");
  });

  it("refuses a form that breaks off, and keeps nothing of it", async () => {
    const before = await listStoredFiles();
    const bytes = await drawPicture().png().toBuffer();
    const body = Buffer.concat([
      Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      bytes,
    ]);
    const response = await send(new Uint8Array(body), {
      headers: { "content-type": "multipart/form-data; boundary=edge" },
    });
    expect(await readCode(response)).toBe("input.malformed");
    await expect(listStoredFiles()).resolves.toEqual(before);
  });

  it.each(["multipart/form-data; boundary=edge", "image/png"])(
    "gives up when the sender goes away (%s)",
    async (contentType) => {
      const before = await listStoredFiles();
      const pieces = [
        '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
        "some bytes",
      ];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) controller.error(new Error("connection reset"));
          else controller.enqueue(new TextEncoder().encode(piece));
        },
      });
      const response = await send(body, { headers: { "content-type": contentType } });
      expect(await readCode(response)).toBe("input.malformed");
      await expect(listStoredFiles()).resolves.toEqual(before);
    },
  );

  it("refuses a form without its boundary", async () => {
    const response = await send("words", { headers: { "content-type": "multipart/form-data" } });
    expect(await readCode(response)).toBe("input.malformed");
  });

  it("refuses an announced size over the limit before reading", async () => {
    const response = await send("words", { headers: { "content-length": String(maxUploadBytes * 2) } });
    expect(response.status).toBe(413);
    expect(await readCode(response)).toBe("input.too-large");
  });

  it("stops reading at the limit where no size was announced", async () => {
    const before = await listStoredFiles();
    let delivered = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        delivered += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(120));
      },
    });
    const response = await send(endless, { headers: { "content-type": "text/plain" } });
    expect(response.status).toBe(413);
    expect(delivered).toBeLessThan(maxUploadBytes + 4 * 1024 * 1024);
    await expect(listStoredFiles()).resolves.toEqual(before);
  });
});
