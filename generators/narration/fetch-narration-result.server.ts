import path from "node:path";
import type { RunnerContext } from "@/lib/generations/runner-port.server";
import { unpackMedia } from "@/lib/media/unpack/unpack-media.server";
import type { UnpackedMember } from "@/lib/media/unpack/unpacked-member";
import type { NarrationOperation } from "./narration-operation";
import { placeResults, type ResultPlaces } from "./place-results";

/** What the service tells of a sound beside it; far above what it is. */
const maxExtraBytes = 256 * 1024;

export interface FetchedNarration {
  /** How many sounds there were. */
  audioCount: number;
  /** What the service tells of the sound, where there is one only. */
  extraInfo: Record<string, unknown> | null;
  traceId: string | null;
}

/**
 * Fetches the result file of a task through endpoint 7 and stores what is in it, whatever it is: a tar (unshown.md Long
 * speech "result file"), a ZIP, or the bare sound. Members are stored one by one in constant memory under their role and
 * index, so that a second fetch after a fault takes the place of the first.
 *
 * Throws ServiceError where it cannot be had, UnpackError where it is damaged; what was whole until then is kept.
 */
export async function fetchNarrationResult(
  operation: NarrationOperation & { fileId: string },
  context: RunnerContext,
): Promise<FetchedNarration> {
  const { client, signal } = context;
  const { body, traceId } = await client.retrieveContent({ fileId: operation.fileId }, { signal });
  const places = placeResults(operation);
  const extras: Record<string, unknown>[] = [];
  for await (const member of unpackMedia(body)) {
    const extra = await storeMember(member, { operation, context, places });
    if (extra) extras.push(extra);
  }
  const [extraInfo = null] = extras;
  return {
    audioCount: places.countAudio(),
    extraInfo: extras.length === 1 ? extraInfo : null,
    traceId,
  };
}

async function storeMember(
  member: UnpackedMember,
  {
    operation,
    context,
    places,
  }: { operation: NarrationOperation; context: RunnerContext; places: ResultPlaces },
): Promise<Record<string, unknown> | null> {
  const place = places.take(member.path);
  if (!place) return null;
  const { role, index, group } = place;
  const facts = {
    ...(group === undefined ? {} : { group }),
    ...(member.path === "" ? {} : { memberName: path.posix.basename(member.path) }),
  };
  if (role === "audio") {
    const { rawAudio } = operation;
    await storeWhole(member.open(), (source) =>
      context.storeOutput({
        role,
        index,
        expectedKind: "audio",
        source,
        facts,
        ...(rawAudio ? { rawAudio } : {}),
      }),
    );
    return null;
  }
  const copy: Uint8Array[] = [];
  await storeWhole(member.open(), (source) =>
    context.storeOutput({ role, index, expectedKind: "text", source: keepCopy(source, copy), facts }),
  );
  return role === "extra" ? readJsonObject(Buffer.concat(copy)) : null;
}

/**
 * Lets a result be stored and throws what broke its bytes off: storing alone would note one result that could not be
 * kept, where the whole file must be fetched anew.
 */
async function storeWhole(
  bytes: AsyncIterable<Uint8Array>,
  store: (source: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  let fault: { error: unknown } | undefined;
  async function* watch(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  await store(watch());
  if (fault) throw fault.error;
}

async function* keepCopy(source: AsyncIterable<Uint8Array>, copy: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes <= maxExtraBytes) copy.push(chunk);
    yield chunk;
  }
}

/** The facts in an extra file; null where it holds none that can be read, which is no fault of the sound. */
function readJsonObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
