import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import {
  openGenerationStream,
  type PlayableResult,
} from "@/lib/generations/stream/open-generation-stream.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { relayGenerator, relayRunner } from "./relay-generator.server";
import { openSoundSource, type SoundSource } from "./sound-source";
import { openStudioHarness, type StudioHarness } from "./studio-harness.server";

/** A running stream: its source and its outcome. */
export interface RelayedStream {
  id: string;
  source: SoundSource;
}

export interface StreamStudio extends StudioHarness {
  /** Starts a stream from the returned source. */
  stream(input?: { ending?: "refusal" | "fault"; raw?: boolean }): Promise<RelayedStream>;
  /** Resolves when it can be played. */
  waitForLive(id: string): Promise<GenerationDto>;
  open(
    id: string,
    options?: { userId?: string; signal?: AbortSignal; holdMs?: number },
  ): Promise<PlayableResult>;
  /** Plays it from start to end. */
  listen(id: string): Promise<Buffer>;
  /** The bytes of the stored result. */
  readStored(generation: GenerationDto): Promise<Buffer>;
  countPieces(id: string): Promise<number>;
}

/** A test studio with a generator that streams what the test delivers. */
export async function openStreamStudio(): Promise<StreamStudio> {
  const studio = await openStudioHarness({
    generators: [{ definition: relayGenerator, runner: relayRunner as never }],
  });
  const { hub } = studio;
  const { database } = studio.test;
  const sources: SoundSource[] = [];
  const streamStudio: StreamStudio = {
    ...studio,
    async stream(input = {}) {
      const source = await openSoundSource();
      sources.push(source);
      const { id } = await studio.submit({ source: source.url, ...input }, { generator: "relay" });
      return { id, source };
    },
    waitForLive: (id) => studio.waitFor(id, ({ live }) => live !== undefined),
    open: (id, { userId = studio.userId, signal = new AbortController().signal, ...hold } = {}) =>
      openGenerationStream({ database, hub }, { userId, id, query: {}, signal, ...hold }),
    async listen(id) {
      const playable = await streamStudio.open(id);
      return collect(playable.kind === "live" ? playable.bytes : await openAsset(playable.asset));
    },
    async readStored({ outputs: [output] }) {
      if (!output) throw new Error("There is no result");
      return collect(await openAsset(output));
    },
    countPieces: (id) => database.streamPiece.count({ where: { generationId: id } }),
    async close() {
      await Promise.all(sources.map((source) => source.close()));
      await studio.close();
    },
  };
  return streamStudio;
}

export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
