import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readCallbackBody } from "@/lib/callbacks/read-callback-body.server";
import { decodeJsonStream } from "@/lib/service/decode-json-stream.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { AnswerFault } from "@/lib/service/json/parse-json.server";
import { readAudioStream } from "@/lib/service/stream/read-audio-stream.server";
import { SseScanner } from "@/lib/service/stream/sse-scanner.server";
import { collect } from "@/lib/service/testing/client-fixtures";
import { makeAnswer } from "./answers";
import { arrive, cut, damaged, pieceLengths, takeCases } from "./cases";

const whole = [Number.MAX_SAFE_INTEGER];
const audio = Buffer.from("fffb9064000102030405060708090a0b0c0d0e0f", "hex");
const picture = Buffer.from("89504e470d0a1a0a0000000d", "hex");

const documents = [
  { data: { audio: audio.toString("hex"), status: 2 }, trace_id: "é\n\u0000", base_resp: { status_code: 0 } },
  {
    data: {
      image_base64: [
        picture.toString("base64"),
        "",
        `data:image/png;base64,${picture.toString("base64")}`,
        `data:image/png;name=${"x".repeat(300)};base64,QUJD`,
        "https://h/a?x=1&y=2",
      ],
    },
    id: 7,
  },
  { data: [{ audio: "00" }, { audio: "not this" }], audio: "00ff", n: [1.5e300, -0, null, true, {}] },
].map((document) => JSON.stringify(document));
const bodies = [
  ...documents,
  '{"data":{"audio":"\\u0030\\u0030ff","image_base64":["QUJD\\/w=="]},"id":9223372036854775807}',
  '{"data":{"audio":"http:\\/\\/h\\/a.mp3"}} \r\n',
].map((text) => Buffer.from(text));

/** The document and its strings, or the code of the fault. */
async function decode(body: Buffer, lengths: readonly number[]) {
  const strings: Record<string, string> = {};
  const consume = async (bytes: AsyncIterable<Uint8Array>, path: readonly (string | number)[]) => {
    strings[path.join(".")] = (await collect(bytes)).toString("hex");
  };
  const targets = [
    { path: "data.audio", encoding: "hex", consume },
    { path: "data.image_base64[*]", encoding: "base64", consume },
  ] as const;
  try {
    return { ...(await decodeJsonStream(arrive(body, lengths), { targets })), strings };
  } catch (error) {
    if (!(error instanceof AnswerFault)) throw error;
    return { fault: error.code };
  }
}

describe("the decoder of JSON with long strings", () => {
  it("decodes a damaged body the same in any pieces, or throws the same fault", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(bodies), pieceLengths, async (body, lengths) => {
        expect(await decode(body, lengths)).toEqual(await decode(body, whole));
      }),
      takeCases(300),
    );
  });

  it("decodes any JSON like JSON.parse", async () => {
    const document = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(document, fc.constantFrom(0, 2), pieceLengths, async (value, indent, lengths) => {
        // Integers beyond 2^53 become strings.
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/\d{16}/.test(text));
        const decoded = await decodeJsonStream(arrive(Buffer.from(text), lengths), { targets: [] });
        expect(decoded).toEqual({ document: JSON.parse(text) as unknown, extracted: [] });
      }),
      takeCases(200),
    );
  });

  it("returns any bytes that were written as hex or base64", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), pieceLengths, async (written, lengths) => {
        const bytes = Buffer.from(written);
        fc.pre(bytes.length > 0);
        const body = { data: { audio: bytes.toString("hex"), image_base64: [bytes.toString("base64")] } };
        expect(await decode(Buffer.from(JSON.stringify(body)), lengths)).toMatchObject({
          strings: { "data.audio": bytes.toString("hex"), "data.image_base64.0": bytes.toString("hex") },
        });
      }),
      takeCases(200),
    );
  });
});

/** Lines as the standard describes them, without the byte order mark. */
function readEventsWhole(text: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  // What follows the last line end is not a line yet.
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    const [, name = line, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (line === "") {
      if (data.length > 0) events.push(data.join("\n"));
      data = [];
    } else if (name === "data") data.push(value);
  }
  return events;
}

function scanEvents(bytes: Buffer, lengths: readonly number[]): string[] {
  const scanner = new SseScanner();
  const events: string[] = [];
  let data: Buffer[] = [];
  for (const piece of cut(bytes, lengths)) {
    for (const event of scanner.push(piece)) {
      if (event.type === "data") data.push(event.bytes);
      else {
        events.push(Buffer.concat(data).toString());
        data = [];
      }
    }
  }
  return events;
}

describe("the event streams of the service", () => {
  it("are split into events as the standard says, in any pieces", () => {
    const part = fc.constantFrom(
      "data",
      "dat",
      "event",
      ":",
      " ",
      "\n",
      "\r",
      "\r\n",
      "é",
      "x",
      "data: ",
      "\n\n",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), pieceLengths, (parts, lengths) => {
        const text = parts.join("");
        expect(scanEvents(Buffer.from(text), lengths)).toEqual(readEventsWhole(text));
      }),
      takeCases(500),
    );
  });

  const chunk = (status: number, bytes: Buffer) =>
    `data: ${JSON.stringify({ data: { status, audio: bytes.toString("hex") }, base_resp: { status_code: 0 } })}\n\n`;
  const half = audio.length / 2;
  const streams = [
    chunk(1, audio.subarray(0, half)) + chunk(1, audio.subarray(half)) + chunk(2, audio),
    `: hello\r\n\r\n${chunk(1, audio)}${chunk(2, Buffer.alloc(0))}data: [DONE]\n\n`,
    documents[0] ?? "",
    `data: {"base_resp":{"status_code":1002,"status_msg":"rate limit"}}\n\n`,
  ].map((text) => Buffer.from(text));

  async function listen(bytes: Buffer, lengths: readonly number[]) {
    const answer = makeAnswer(arrive(bytes, lengths), "text/event-stream");
    const heard: Uint8Array[] = [];
    try {
      for await (const event of readAudioStream(answer, {
        extraInfoSchema: z.unknown(),
        repeatIsExcluded: false,
      })) {
        if (event.type === "end") return { ...event, audio: Buffer.concat(heard).toString("hex") };
        heard.push(event.bytes);
      }
    } catch (error) {
      if (error instanceof ServiceError) return { fault: error.code };
      throw error;
    }
    throw new Error("The stream ended without an end");
  }

  it("give the same audio or fault in any pieces if they are damaged", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(streams), pieceLengths, async (bytes, lengths) => {
        expect(await listen(bytes, lengths)).toEqual(await listen(bytes, whole));
      }),
      takeCases(300),
    );
  });
});

describe("the body of a callback", () => {
  const callbacks = [
    '{"challenge":9223372036854775807}',
    '{"task_id":"7","status":"success","file_id":12345678901234567890,"base_resp":{"status_code":0,"status_msg":"ok"}}',
    '{"task_id":"t","status":"Fail","base_resp":{"status_code":"1026","status_msg":"\\ud800"}}',
  ].map((text) => Buffer.from(text));

  it("is a challenge, an update that can be stored, or null", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          damaged(callbacks),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const body = readCallbackBody(bytes);
          if (body?.kind === "challenge") {
            expect(Object.keys(JSON.parse(body.echo) as object)).toEqual(["challenge"]);
          }
          if (body?.kind !== "update") return;
          for (const text of Object.values(body.facts)) {
            if (typeof text === "string") expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
          }
        },
      ),
      takeCases(500),
    );
  });
});
