import { crc32 } from "node:zlib";

/** What an image file says about itself. */
export interface PictureTags {
  title: string;
  /** The prompt. */
  description?: string | undefined;
  keywords?: readonly string[] | undefined;
  /** JSON of how it was generated. */
  parameters?: string | undefined;
}

/** One segment of a JPEG has at most 65,535 bytes with its length. */
const maxJpegXmpBytes = 65_000;
const jpegXmpName = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");
const pngHeadBytes = 8 + 25;

/** An XMP packet (ISO 16684-1), which readers of JPEG, PNG and WebP know. Pure. */
export function writeXmp({ title, description, keywords = [], parameters }: PictureTags): string {
  const language = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  const subjects = keywords.map((keyword) => `<rdf:li>${escapeXml(keyword)}</rdf:li>`).join("");
  return [
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>`,
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">`,
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:reverie="urn:reverie:parameters">`,
    `<dc:title>${language(title)}</dc:title>`,
    description && `<dc:description>${language(description)}</dc:description>`,
    subjects && `<dc:subject><rdf:Bag>${subjects}</rdf:Bag></dc:subject>`,
    `<xmp:CreatorTool>Reverie</xmp:CreatorTool>`,
    parameters && `<reverie:parameters>${escapeXml(parameters)}</reverie:parameters>`,
    `</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  ].join("");
}

/** XML has no control characters besides these three. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/**
 * A JPEG or PNG with an XMP packet added, its pixels unchanged; null for other types, and where the packet doesn't fit.
 * Pure.
 */
export function tagPicture(bytes: Uint8Array, mimeType: string, xmp: string): Buffer | null {
  const packet = Buffer.from(xmp);
  if (mimeType === "image/jpeg") return packet.length > maxJpegXmpBytes ? null : tagJpeg(bytes, packet);
  return mimeType === "image/png" ? tagPng(bytes, packet) : null;
}

/** After the JFIF segment, which has to be the first one, if there is one. */
function tagJpeg(bytes: Uint8Array, packet: Buffer): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = whole.readUInt16BE(2) === 0xffe0 ? 4 + whole.readUInt16BE(4) : 2;
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(2 + jpegXmpName.length + packet.length, 2);
  return Buffer.concat([whole.subarray(0, at), head, jpegXmpName, packet, whole.subarray(at)]);
}

/** Behind the header, as the chunk that XMP defines for PNG. */
function tagPng(bytes: Uint8Array, packet: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from("iTXtXML:com.adobe.xmp\0\0\0\0\0", "latin1"), packet]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([
    bytes.subarray(0, pngHeadBytes),
    length,
    content,
    checksum,
    bytes.subarray(pngHeadBytes),
  ]);
}
