import { z } from "zod";
import { analysisInfoSchema, optionalCountSchema, optionalTextSchema } from "../contract/answer.ts";
import type { HttpAnswer } from "../http.server.ts";
import { JsonScanner } from "../json/json-scanner.server.ts";
import { readHttpFault } from "../transport/http-fault.server.ts";
import { checkAnswer, mayBeJson } from "../transport/json-answer.server.ts";
import { readUntilFault } from "../transport/read-until-fault.ts";
import { AudioAssembler, type RepeatCheck } from "./audio-assembler.server.ts";
import { SseScanner } from "./sse-scanner.server.ts";

/**
 * An event of streamed audio. `end` comes exactly once, last, and only when the service reported completion.
 */
export type AudioStreamEvent<ExtraInfo> =
  | { type: "audio"; bytes: Uint8Array }
  | {
      type: "end";
      byteCount: number;
      /** Of all audio bytes, as hex. */
      sha256: string;
      repeat: RepeatCheck;
      extraInfo: ExtraInfo | null;
      /** analysis_info unchanged; null where no chunk has it. */
      analysisInfo: unknown;
      traceId: string | null;
    };

/** Limit of a chunk's JSON without its audio. */
const MAX_CHUNK_DOCUMENT_BYTES = 8 * 1024 * 1024;
const OPEN_BRACE = 0x7b;
const SPACES: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const DONE_MARK = "[DONE]";

/** A chunk: the JSON of one server-sent event. */
const chunkSchema = z.looseObject({
  data: z.looseObject({ status: optionalCountSchema, audio: optionalTextSchema }).nullish(),
  extra_info: z.unknown().optional(),
  analysis_info: analysisInfoSchema,
});

interface AudioStreamOptions<Schema extends z.ZodType> {
  extraInfoSchema: Schema;
  /** `stream_options.exclude_aggregated_audio`: the last chunk doesn't repeat the audio. */
  repeatIsExcluded: boolean;
}

/**
 * Reads streamed audio (unshown.md Music and Synchronous speech "stream") in constant memory. A plain JSON
 * body, detected by content type and first byte because some services announce a stream and send JSON, is a
 * rejection or the whole audio at once. The repetition in the last chunk is used as a check and never emitted.
 * A connection that breaks after the last chunk is no error, because the audio is complete. Throws
 * ServiceError: a rejection in any chunk, a stream that ends without its last chunk, damaged hex, the caller's
 * own abort.
 */
export async function* readAudioStream<Schema extends z.ZodType>(
  answer: HttpAnswer,
  options: AudioStreamOptions<Schema>,
): AsyncGenerator<AudioStreamEvent<z.output<Schema>>, void, undefined> {
  const chunks = new ChunkReader(answer, options);
  let isEventStream = answer.contentType === "text/event-stream";
  let hasBegun = false;
  const sse = new SseScanner();
  const body = readUntilFault(answer.body);
  try {
    for await (const part of body.bytes) {
      const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part);
      const first = hasBegun ? undefined : bytes.find((byte) => !SPACES.includes(byte));
      if (first !== undefined) {
        hasBegun = true;
        // No line of an event stream begins with a brace.
        isEventStream &&= first !== OPEN_BRACE;
      }
      if (!isEventStream) {
        yield* asEvents(chunks.push(bytes));
        continue;
      }
      for (const event of sse.push(bytes)) {
        yield* asEvents(event.type === "data" ? chunks.push(event.bytes) : chunks.endChunk());
      }
    }
    if (body.fault) yield* asEvents(chunks.endBroken(body.fault));
    // The last chunk is complete when its JSON is, even without its blank line; anything after it is ignored.
    else if (!chunks.isComplete && (!isEventStream || sse.isInsideEvent)) yield* asEvents(chunks.endChunk());
    yield chunks.end();
  } catch (error) {
    throw answer.toDecodingError(error);
  } finally {
    answer.dispose();
  }
}

/** Checks that a response can contain audio. Throws ServiceError for another status or content type. */
export async function checkAudioAnswer(answer: HttpAnswer): Promise<void> {
  if (answer.status < 200 || answer.status > 299) throw await readHttpFault(answer);
  if (answer.contentType === "text/event-stream" || mayBeJson(answer.contentType)) return;
  answer.dispose();
  throw answer.fault("answer.content-type", { kind: "malformed", detail: answer.contentType });
}

/** Reads one JSON document after another and passes their audio to one assembler. */
class ChunkReader<Schema extends z.ZodType> {
  readonly #answer: HttpAnswer;
  readonly #extraInfoSchema: Schema;
  readonly #assembler: AudioAssembler;
  #scanner = newScanner();
  /** The chunk's first bytes, enough to recognise `[DONE]`. */
  #head: Buffer = Buffer.alloc(0);
  #extraInfo: z.output<Schema> | null = null;
  #analysisInfo: unknown = null;
  #traceId: string | undefined;

  constructor(answer: HttpAnswer, options: AudioStreamOptions<Schema>) {
    this.#answer = answer;
    this.#extraInfoSchema = options.extraInfoSchema;
    this.#assembler = new AudioAssembler(options);
    this.#traceId = answer.traceId;
  }

  /** Whether the last chunk has arrived. */
  get isComplete(): boolean {
    return this.#assembler.isComplete;
  }

  push(bytes: Buffer): Buffer[] {
    if (this.#head.length <= DONE_MARK.length) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, DONE_MARK.length + 1)]);
    }
    return this.#scanner
      .push(bytes)
      .flatMap((event) => (event.type === "bytes" ? this.#assembler.push(event.bytes) : []));
  }

  endChunk(): Buffer[] {
    const scanner = this.#scanner;
    const isDoneMark = this.#head.toString("latin1").trim() === DONE_MARK;
    this.#scanner = newScanner();
    this.#head = Buffer.alloc(0);
    if (isDoneMark) return [];
    const document = scanner.end();
    this.#traceId = checkAnswer(this.#answer, document) ?? this.#traceId;
    const chunk = chunkSchema.safeParse(document);
    if (!chunk.success)
      throw this.#answer.fault("answer.shape", { kind: "malformed", traceId: this.#traceId });
    const extraInfo = this.#extraInfoSchema.safeParse(chunk.data.extra_info);
    if (extraInfo.success) this.#extraInfo = extraInfo.data;
    this.#analysisInfo = chunk.data.analysis_info ?? this.#analysisInfo;
    return this.#assembler.endChunk(chunk.data.data?.status ?? null);
  }

  /**
   * Handles a broken connection: rethrows its fault unless the last chunk is complete, at most without its
   * blank line.
   */
  endBroken(fault: unknown): Buffer[] {
    const pieces = !this.isComplete && this.#scanner.isComplete ? this.endChunk() : [];
    if (!this.isComplete) throw fault;
    return pieces;
  }

  end(): AudioStreamEvent<z.output<Schema>> {
    const { byteCount, sha256, repeat, isComplete } = this.#assembler;
    const facts = { kind: "malformed", traceId: this.#traceId } as const;
    if (!isComplete) {
      throw this.#answer.fault("answer.truncated", {
        ...facts,
        detail: "the stream ended without its last chunk",
      });
    }
    if (byteCount === 0) throw this.#answer.fault("answer.shape", { ...facts, detail: "no audio" });
    return {
      type: "end",
      byteCount,
      sha256,
      repeat,
      extraInfo: this.#extraInfo,
      analysisInfo: this.#analysisInfo,
      traceId: this.#traceId ?? null,
    };
  }
}

function newScanner(): JsonScanner {
  return new JsonScanner({
    targets: [{ path: ["data", "audio"], encoding: "hex" }],
    maxDocumentBytes: MAX_CHUNK_DOCUMENT_BYTES,
  });
}

function* asEvents(pieces: Buffer[]): Generator<{ type: "audio"; bytes: Uint8Array }> {
  for (const bytes of pieces) yield { type: "audio", bytes };
}
