import { readJson } from "@/lib/errors/read-json";
import path from "node:path";
import { StudioError } from "@/lib/errors/studio-error";
import type { RunnerContext } from "@/lib/generations/record/runner-port.server";
import { unpackMedia } from "@/lib/media/unpack/unpack-media.server";
import type { UnpackedMember } from "@/lib/media/unpack/archive-member";
import { speechExtraInfoSchema, type SpeechExtraInfo } from "@/lib/service/contract/speech";
import { tellCutOff } from "../_kit/remote-task.server";
import type { NarrationOperation } from "./narration-operation";
import { placeResults, type ResultPlaces } from "./place-results";

/** The size limit of an info file, far above the real size. */
const maxExtraBytes = 256 * 1024;

/**
 * Fetches the result file of a task through endpoint 7 and stores its contents: a tar (unshown.md Long speech "result
 * file"), a ZIP, or the sound itself. Members are stored one by one in constant memory under their role and index, so
 * that another fetch after an error replaces them.
 *
 * Throws ServiceError if it cannot be fetched, and `result.incomplete` or UnpackError if it is damaged or cut off;
 * complete members are kept.
 */
export async function fetchNarrationResult(
  operation: NarrationOperation & { fileId: string },
  context: RunnerContext,
) {
  const { client, signal } = context;
  const { body, traceId } = await client.retrieveContent({ fileId: operation.fileId }, { signal });
  const places = placeResults(operation);
  const extras: SpeechExtraInfo[] = [];
  for await (const member of unpackMedia(tellCutOff(body))) {
    const extra = await storeMember(member, { operation, context, places });
    if (extra) extras.push(extra);
  }
  const [extraInfo = null] = extras;
  return {
    audioCount: places.countAudio(),
    /** Set if there is only one sound. */
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
): Promise<SpeechExtraInfo | null> {
  const place = places.take(member.path);
  if (!place) return null;
  const { role, index, group } = place;
  const facts = {
    ...(group === undefined ? {} : { group }),
    ...(member.path === "" ? {} : { memberName: path.posix.basename(member.path) }),
  };
  if (role === "audio") {
    const { rawAudio } = operation;
    const audio = { role, index, expectedKind: "audio", repeatable: true, facts } as const;
    const stored = context.storeOutput({
      ...audio,
      source: member.open(),
      ...(rawAudio ? { rawAudio } : {}),
    });
    await (member.path === "" ? orDamaged(stored) : stored);
    return null;
  }
  const copy: Uint8Array[] = [];
  const source = keepCopy(member.open(), copy);
  await context.storeOutput({ role, index, expectedKind: "text", source, repeatable: true, facts });
  return role === "extra" ? readExtraFacts(Buffer.concat(copy)) : null;
}

/** Bytes that are neither an archive nor a sound are most likely a damaged archive. */
async function orDamaged(stored: Promise<void>): Promise<void> {
  try {
    await stored;
  } catch (cause) {
    const isNoSound = cause instanceof StudioError && cause.code === "result.type";
    throw isNoSound ? new StudioError("result.incomplete", { cause }) : cause;
  }
}

async function* keepCopy(source: AsyncIterable<Uint8Array>, copy: Uint8Array[]): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes <= maxExtraBytes) copy.push(chunk);
    yield chunk;
  }
}

/**
 * The described facts of a sound in its info file (service.md "Output files per text unit"); null if there are none.
 */
export function readExtraFacts(bytes: Buffer): SpeechExtraInfo | null {
  return readJson(speechExtraInfoSchema, bytes.toString("utf8"));
}
