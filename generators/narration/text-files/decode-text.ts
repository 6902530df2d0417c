/** The supported encodings. GB18030 has no byte order mark and is guessed. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030";

interface DecodedText {
  /** Without a byte order mark. */
  text: string;
  encoding: TextEncoding;
}

/**
 * Decodes UTF-16 by its byte order mark, then valid UTF-8, then GB18030 if the result looks Chinese; null otherwise.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decodeAs("utf-16be", bytes);
  const utf8 = decodeAs("utf-8", bytes);
  if (utf8) return utf8;
  const gb18030 = decodeAs("gb18030", bytes);
  return gb18030 && looksLikeChinese(bytes) ? gb18030 : null;
}

function decodeAs(encoding: TextEncoding, bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return null; // Not valid in this encoding.
  }
}

/** Nearly all pairs of a Chinese text are among the 3755 common characters and the symbols of GB 2312. */
const leastUsualShare = 0.7;
/** EUC-KR has its syllables in the first 25 of the same rows only. */
const leastLateShare = 0.1;

/** Whether valid GB18030 is likely Chinese: other encodings are often valid too, with pairs all over the table. */
function looksLikeChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let signs = 0;
  let usual = 0;
  let late = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    at += 1;
    pairs += 1;
    if (trail < 0xa1) continue;
    if (lead >= 0xa1 && lead <= 0xa9) signs += 1;
    else if (lead >= 0xb0 && lead <= 0xd7) usual += 1;
    if (lead > 0xc8 && lead <= 0xd7) late += 1;
  }
  return usual > 0 && (usual + signs) / pairs >= leastUsualShare && late / usual >= leastLateShare;
}
