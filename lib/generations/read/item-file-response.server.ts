import { contentDisposition, inertHeaders } from "@/lib/media/delivery/media-headers";
import { streamZip, type ZipEntry } from "@/lib/media/zip.server";
import type { ItemDto } from "@/lib/items/item-dto";
import type { ItemFileWords } from "./item-file-words.server";

/** A complete file that was made for a download. */
export interface ItemFile extends Pick<ZipEntry, "bytes" | "open"> {
  name: string;
  mimeType: string;
}

/** Sends a file that has no ranges: another request would make it again. */
export function createFileResponse(file: Omit<ItemFile, "open">, body: BodyInit): Response {
  return new Response(body, { headers: { ...describeFile(file), "content-length": String(file.bytes) } });
}

/** Without the length, which is known only when the file is made. */
export function createHeadResponse(file: Pick<ItemFile, "name" | "mimeType">): Response {
  return new Response(null, { headers: describeFile(file) });
}

function describeFile({ name, mimeType }: Pick<ItemFile, "name" | "mimeType">): Record<string, string> {
  return {
    ...inertHeaders,
    "content-type": mimeType,
    "content-disposition": contentDisposition("attachment", name),
  };
}

/** The ZIP of a file and what describes it. */
export function zipOf(name: string): Pick<ItemFile, "name" | "mimeType"> {
  return { name: `${withoutExtension(name)}.zip`, mimeType: "application/zip" };
}

function withoutExtension(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** A ZIP of the file and a JSON file about it. */
export function createSidecarZip(
  file: ItemFile,
  { facts }: ItemFileWords,
  { createdAt }: Pick<ItemDto, "createdAt">,
): { file: Omit<ItemFile, "open">; stream: ReadableStream<Uint8Array> } {
  const stem = withoutExtension(file.name);
  const lastModified = new Date(createdAt);
  const text = Buffer.from(`${JSON.stringify({ name: file.name, ...facts }, null, 2)}\n`);
  const zip = streamZip([
    { ...file, lastModified },
    { ...inMemory(text), name: `${stem}.json`, lastModified },
  ]);
  return { file: { ...zipOf(file.name), bytes: zip.contentLength }, stream: zip.stream };
}

export function inMemory(bytes: Uint8Array): Pick<ZipEntry, "bytes" | "open"> {
  async function* readOnce() {
    yield await Promise.resolve(bytes);
  }
  return { bytes: bytes.length, open: () => Promise.resolve(readOnce()) };
}
