import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decodeJsonStream, type DecodedJson } from "./decode-json-stream.server.ts";
import { JsonScanner } from "./json/json-scanner.server.ts";
import { collect } from "./testing/client-fixtures.ts";

async function* inPieces(body: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size);
}

interface Decoded extends DecodedJson {
  strings: Map<string, Buffer>;
}

async function decode(body: string | Buffer, size = 7): Promise<Decoded> {
  const strings = new Map<string, Buffer>();
  const consume = async (bytes: AsyncIterable<Uint8Array>, path: readonly (string | number)[]) => {
    strings.set(path.join("."), await collect(bytes));
  };
  const decoded = await decodeJsonStream(inPieces(body, size), {
    targets: [
      { path: "data.audio", encoding: "hex", consume },
      { path: "data.image_base64[*]", encoding: "base64", consume },
    ],
  });
  return { ...decoded, strings };
}

const fault = (code: string) => expect.objectContaining({ name: "AnswerFault", code });

describe("decodeJsonStream", () => {
  const sound = randomBytes(500);
  const picture = randomBytes(301);
  const body = JSON.stringify({
    'tr"icky\\\u20ac': 'a "quoted" \\ back\\\\slash 🎵 \u0000',
    list: [1, { audio: "not this one" }, [], "]}"],
    data: {
      audio: sound.toString("hex"),
      image_base64: [picture.toString("base64"), "", `data:image/png;base64,${picture.toString("base64")}`],
      status: 2,
    },
    audio: "nor this",
    id: 7,
  });

  it("decodes the same whatever the size of the pieces", async () => {
    for (const size of [1, 2, 3, 5, 16, 64, 1000, 100_000]) {
      const { document, strings, extracted } = await decode(body, size);
      const expected = JSON.parse(body) as { data: { audio: unknown; image_base64: unknown[] } };
      expected.data.audio = null;
      expected.data.image_base64 = [null, "", null];
      expect(document).toEqual(expected);
      expect(strings.get("data.audio")?.equals(sound)).toBe(true);
      expect(strings.get("data.image_base64.0")?.equals(picture)).toBe(true);
      expect(strings.get("data.image_base64.2")?.equals(picture)).toBe(true);
      expect(extracted.map(({ byteCount }) => byteCount)).toEqual([500, 301, 301]);
    }
  });

  it("reports truncation wherever the body ends, also to the consumer", async () => {
    const small = '{"data":{"audio":"00ff10","status":2},"n":"x\\u00e9"}';
    for (let length = 0; length < small.length; length += 1) {
      const ends: string[] = [];
      const decoding = decodeJsonStream(inPieces(small.slice(0, length), 4), {
        targets: [
          {
            path: "data.audio",
            encoding: "hex",
            consume: async (bytes) => {
              await collect(bytes);
              ends.push("whole");
            },
          },
        ],
      });
      await expect(decoding).rejects.toEqual(fault("answer.truncated"));
      const wasClosed = length > small.indexOf('00ff10"') + 6;
      expect(ends).toEqual(wasClosed ? ["whole"] : []);
    }
  });

  it("keeps an address as text, with its escapes resolved", async () => {
    const address = "https://host/a?x=1\\u0026y=2\\/z";
    for (const size of [1, 3, 1000]) {
      const { document, strings } = await decode(
        `{"data":{"audio":"${address}","image_base64":["http:\\/\\/h"]}}`,
        size,
      );
      expect(document).toEqual({ data: { audio: "https://host/a?x=1&y=2/z", image_base64: ["http://h"] } });
      expect(strings.size).toBe(0);
    }
  });

  it("accepts base64 with escaped slashes", async () => {
    const bytes = Buffer.from([0xff, 0xff, 0xfe]);
    const escaped = bytes.toString("base64").replaceAll("/", "\\/");
    expect(escaped).toContain("\\/");
    for (const size of [1, 2, 1000]) {
      const { strings } = await decode(`{"data":{"image_base64":["${escaped}"]}}`, size);
      expect(strings.get("data.image_base64.0")).toEqual(bytes);
    }
  });

  it.each([
    [
      "an odd number of hex digits",
      '{"data":{"audio":"00ff1"}}',
      "answer.hex",
      "odd number of hex digits (5)",
    ],
    ["a wrong hex digit", '{"data":{"audio":"00ff00ff0g00"}}', "answer.hex", "at character 8"],
    ["an escape in hex", '{"data":{"audio":"00ff00ff\\n00ff00"}}', "answer.hex", "at character 8"],
    ["base64 of a wrong length", '{"data":{"image_base64":["QUJDRA"]}}', "answer.base64", "fewer than four"],
    ["text after the padding", '{"data":{"image_base64":["QUI=QUJD"]}}', "answer.base64", "not base64"],
    ["the url alphabet", '{"data":{"image_base64":["QU-_QUJD"]}}', "answer.base64", "not base64"],
    ["a space in base64", '{"data":{"image_base64":["QUJD QUJ"]}}', "answer.base64", "not base64"],
    [
      "a data URL that is not base64",
      '{"data":{"image_base64":["data:text/plain,hello"]}}',
      "answer.base64",
      "data URL",
    ],
    [
      "a data URL with a long prefix",
      `{"data":{"image_base64":["data:image/png;name=${"x".repeat(300)};base64,QUJD"]}}`,
      "answer.base64",
      "without a comma",
    ],
    ["no JSON", "<html>oops</html>", "answer.garbage", "no JSON"],
    ["something behind the document", '{"a":1} x', "answer.garbage", "behind"],
    ["brackets that do not match", '{"a":[1}}', "answer.garbage", "not JSON"],
    [
      "bytes that are not UTF-8",
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      "answer.garbage",
      "UTF-8",
    ],
    ["a hundred levels", "[".repeat(100), "answer.garbage", "deeply"],
  ] as const)("is loud about %s", async (_name, text, code, message) => {
    for (const size of [1, 3, 1000]) {
      await expect(decode(text, size)).rejects.toEqual(fault(code));
      await expect(decode(text, size)).rejects.toThrow(message);
    }
  });

  it("keeps the digits of long integers", async () => {
    const { document } = await decode('{"id":9223372036854775807,"n":12,"x":0.1234567890123456}');
    expect(document).toEqual({ id: "9223372036854775807", n: 12, x: 0.1234567890123456 });
  });

  it("rejects a document that is too large", async () => {
    const decoding = decodeJsonStream(inPieces(`{"a":"${"x".repeat(5000)}"}`, 100), {
      targets: [],
      maxDocumentBytes: 4000,
    });
    await expect(decoding).rejects.toEqual(fault("answer.too-large"));
  });

  it("keeps a document of millions of empty strings in little more than its bytes", () => {
    const scanner = new JsonScanner({ targets: [], maxDocumentBytes: 4_000_000 });
    const strings = Buffer.from('"",'.repeat(10_000));
    scanner.push(Buffer.from("["));
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100; index += 1) scanner.push(strings);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });

  it("reads no faster than its consumer and throws what the consumer throws", async () => {
    const total = 4_000_000;
    let read = 0;
    let consumed = 0;
    let mostAhead = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"data":{"audio":"');
      for (; read < total; read += 40_000) {
        mostAhead = Math.max(mostAhead, read / 2 - consumed);
        yield Buffer.alloc(40_000, "a");
      }
      yield Buffer.from('"}}');
    }
    await decodeJsonStream(source(), {
      targets: [
        {
          path: "data.audio",
          encoding: "hex",
          consume: async (bytes) => {
            for await (const chunk of bytes) {
              await Promise.resolve();
              consumed += chunk.length;
            }
          },
        },
      ],
    });
    expect(consumed).toBe(total / 2);
    expect(mostAhead).toBeLessThanOrEqual(60_000);

    const full = new Error("disk full");
    const failing = decodeJsonStream(inPieces(body, 20), {
      targets: [{ path: "data.audio", encoding: "hex", consume: () => Promise.reject(full) }],
    });
    await expect(failing).rejects.toBe(full);
  });

  it("continues when a consumer stops early", async () => {
    const { document } = await decodeJsonStream(inPieces(body, 20), {
      targets: [
        {
          path: "data.audio",
          encoding: "hex",
          consume: async (bytes) => {
            for await (const chunk of bytes) if (chunk.length > 0) break;
          },
        },
      ],
    });
    expect(document).toMatchObject({ id: 7, data: { audio: null } });
  });

  it("decodes hex digits of either case", async () => {
    const digits = [..."0123456789abcdefABCDEF"];
    const pairs = digits.flatMap((first) => digits.map((second) => first + second)).join("");
    for (const size of [1, 7, 1000]) {
      const { strings } = await decode(`{"data":{"audio":"${pairs}"}}`, size);
      expect(strings.get("data.audio")).toEqual(Buffer.from(pairs, "hex"));
    }
  });

  it("reports the position of a wrong digit in a long text", async () => {
    for (const position of [0, 1, 16_383, 16_384, 32_769, 99_999]) {
      const text = "a".repeat(position) + "g" + "a".repeat(99_999 - position);
      await expect(decode(`{"data":{"audio":"${text}"}}`, 40_001)).rejects.toThrow(
        `no hex digits at character ${position & ~1}`,
      );
    }
  });

  it("decodes five megabytes exactly", async () => {
    const large = randomBytes(5_000_000);
    const { strings } = await decode(JSON.stringify({ data: { audio: large.toString("hex") } }), 65_537);
    const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(strings.get("data.audio") ?? Buffer.alloc(0))).toBe(digest(large));
  });
});
