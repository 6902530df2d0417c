const extensions: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/tiff": "tiff",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/ogg": "ogg",
  "audio/aac": "aac",
  "audio/mp4": "m4a",
  "audio/webm": "weba",
  "audio/ogg;codecs=opus": "opus",
  "audio/pcm": "pcm",
  "audio/PCMU": "ulaw",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "text/plain": "txt",
  "text/vtt": "vtt",
  "application/x-subrip": "srt",
  "application/json": "json",
  "application/zip": "zip",
  "application/x-tar": "tar",
};

const maxSlugBytes = 80;
const maxNameBytes = 200;

/** The usual extension of a type, without the dot. */
export function fileExtension(mimeType: string): string {
  return extensions[mimeType] ?? "bin";
}

interface ResultFileNameInput {
  prompt: string;
  /** Used where the prompt has no letter or digit. */
  generator: string;
  createdAt: Date;
  /** Position among the results, from 0. */
  index: number;
  /** Replaces the number: which part of the whole it is. */
  part?: string;
  mimeType: string;
}

/**
 * A file name for a downloaded result: the beginning of the prompt, the date (UTC) and the part or the number
 * from 1, for example `a-red-fox-in-snow-20260304-1.jpg`. Letters of every script are kept; everything else is
 * safe on Windows, macOS and Linux.
 */
export function resultFileName({
  prompt,
  generator,
  createdAt,
  index,
  part = "",
  mimeType,
}: ResultFileNameInput): string {
  const day = createdAt.toISOString().slice(0, 10).replaceAll("-", "");
  return `${slugify(prompt) || generator}-${day}-${slugify(part) || index + 1}.${fileExtension(mimeType)}`;
}

/** The letters and digits of a text in lower case, joined by hyphens, at most 80 bytes; "" without any. */
export function slugify(text: string): string {
  const slug = text
    .toWellFormed()
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-+/, "");
  return cutToWords(slug, maxSlugBytes).replace(/-+$/, "");
}

/**
 * Cuts between words, or inside a word where that keeps much more: a script without spaces is one long word.
 */
function cutToWords(slug: string, maxBytes: number): string {
  const cut = cutToBytes(slug, maxBytes);
  if (cut.length === slug.length || slug.charAt(cut.length) === "-") return cut;
  const end = cut.lastIndexOf("-");
  return end < cut.length / 2 ? cut : cut.slice(0, end);
}

/**
 * A user-supplied name made safe for a download: no folders, control or direction characters, nothing that
 * Windows rejects, and the extension of the actual type. Null where nothing is left.
 */
export function safeFileName(name: string, mimeType: string): string | null {
  const extension = fileExtension(mimeType);
  const base = name.toWellFormed().normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const stem = base
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (!stem) return null;
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(stem);
  return `${reserved ? "_" : ""}${cutToBytes(stem, maxNameBytes)}.${extension}`;
}

/** One for all names: each has data outside the heap. */
const segmenter = new Intl.Segmenter();

/** File systems limit bytes, not characters; a character is never split. */
function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let cut = "";
  for (const { segment } of segmenter.segment(text)) {
    bytes += new TextEncoder().encode(segment).length;
    if (bytes > maxBytes) break;
    cut += segment;
  }
  return cut;
}
