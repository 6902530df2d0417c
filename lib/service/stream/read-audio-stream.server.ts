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
      /** analysis_info unchanged; null where no frame has it. */
      analysisInfo: unknown;
      traceId: string | null;
    };

/** Limit of a frame's JSON without its audio. */
const MAX_FRAME_DOCUMENT_BYTES = 8 * 1024 * 1024;
const OPEN_BRACE = 0x7b;
const SPACES: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const DONE_MARK = "[DONE]";

const frameSchema = z.looseObject({
  data: z.looseObject({ status: optionalCountSchema, audio: optionalTextSchema }).nullish(),
  extra_info: z.unknown().optional(),
  analysis_info: analysisInfoSchema,
});

interface AudioStreamOptions<Schema extends z.ZodType> {
  extraInfoSchema: Schema;
  /** `stream_options.exclude_aggregated_audio`: the last frame doesn't repeat the audio. */
  repeatIsExcluded: boolean;
}

/**
 * Reads streamed audio (unshown.md Music and Synchronous speech "stream") in constant memory. A plain JSON
 * body, detected by content type and first byte because some services announce a stream and send JSON, is a
 * rejection or the whole audio at once. The repetition in the last frame is used as a check and never emitted.
 * A connection that breaks after the last frame is no error, because the audio is complete. Throws
 * ServiceError: a rejection in any frame, a stream that ends without its last frame, damaged hex, the caller's
 * own abort.
 */
export async function* readAudioStream<Schema extends z.ZodType>(
  answer: HttpAnswer,
  options: AudioStreamOptions<Schema>,
): AsyncGenerator<AudioStreamEvent<z.output<Schema>>, void, undefined> {
  const frames = new FrameReader(answer, options);
  let isEventStream = answer.contentType === "text/event-stream";
  let hasBegun = false;
  const sse = new SseScanner();
  const body = readUntilFault(answer.body);
  try {
    for await (const chunk of body.bytes) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      const first = hasBegun ? undefined : bytes.find((byte) => !SPACES.includes(byte));
      if (first !== undefined) {
        hasBegun = true;
        // No line of an event stream begins with a brace.
        isEventStream &&= first !== OPEN_BRACE;
      }
      if (!isEventStream) {
        yield* asEvents(frames.push(bytes));
        continue;
      }
      for (const event of sse.push(bytes)) {
        yield* asEvents(event.type === "data" ? frames.push(event.bytes) : frames.endFrame());
      }
    }
    if (body.fault) yield* asEvents(frames.endBroken(body.fault));
    // The last frame is complete when its JSON is, even without its blank line; anything after it is ignored.
    else if (!frames.isComplete && (!isEventStream || sse.isInsideEvent)) yield* asEvents(frames.endFrame());
    yield frames.end();
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
class FrameReader<Schema extends z.ZodType> {
  readonly #answer: HttpAnswer;
  readonly #extraInfoSchema: Schema;
  readonly #assembler: AudioAssembler;
  #scanner = newScanner();
  /** The frame's first bytes, enough to recognise `[DONE]`. */
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

  /** Whether the last frame has arrived. */
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

  endFrame(): Buffer[] {
    const scanner = this.#scanner;
    const isDoneMark = this.#head.toString("latin1").trim() === DONE_MARK;
    this.#scanner = newScanner();
    this.#head = Buffer.alloc(0);
    if (isDoneMark) return [];
    const document = scanner.end();
    this.#traceId = checkAnswer(this.#answer, document) ?? this.#traceId;
    const frame = frameSchema.safeParse(document);
    if (!frame.success)
      throw this.#answer.fault("answer.shape", { kind: "malformed", traceId: this.#traceId });
    const extraInfo = this.#extraInfoSchema.safeParse(frame.data.extra_info);
    if (extraInfo.success) this.#extraInfo = extraInfo.data;
    this.#analysisInfo = frame.data.analysis_info ?? this.#analysisInfo;
    return this.#assembler.endFrame(frame.data.data?.status ?? null);
  }

  /**
   * Handles a broken connection: rethrows its fault unless the last frame is complete, at most without its
   * blank line.
   */
  endBroken(fault: unknown): Buffer[] {
    const pieces = !this.isComplete && this.#scanner.isComplete ? this.endFrame() : [];
    if (!this.isComplete) throw fault;
    return pieces;
  }

  end(): AudioStreamEvent<z.output<Schema>> {
    const { byteCount, sha256, repeat, isComplete } = this.#assembler;
    const facts = { kind: "malformed", traceId: this.#traceId } as const;
    if (!isComplete) {
      throw this.#answer.fault("answer.truncated", {
        ...facts,
        detail: "the stream ended without its last frame",
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
    maxDocumentBytes: MAX_FRAME_DOCUMENT_BYTES,
  });
}

function* asEvents(pieces: Buffer[]): Generator<{ type: "audio"; bytes: Uint8Array }> {
  for (const bytes of pieces) yield { type: "audio", bytes };
}
