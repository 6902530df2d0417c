import type { ReferenceAudio } from "../rules/reference-audio-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { CoverModel } from "./music/render-song.ts";
import { SeededRandom } from "./random.ts";

/** Shares of a song at which its parts end, where the sound itself cannot be listened to. */
const USUAL_PARTS = [
  { label: "intro", until: 0.08 },
  { label: "verse", until: 0.32 },
  { label: "chorus", until: 0.52 },
  { label: "verse", until: 0.7 },
  { label: "bridge", until: 0.8 },
  { label: "chorus", until: 0.95 },
  { label: "outro", until: 1 },
] as const;

/**
 * Length, tempo, key and parts of a reference: as they were measured before, else measured now. A sound that is known by
 * its address only, or comes in a format that cannot be decoded here, gets those of a usual song.
 */
export async function modelReference(
  reference: ReferenceAudio,
  sandbox: SandboxContext,
): Promise<CoverModel> {
  const known =
    sandbox.coverFeatures.find(reference.identity) ?? sandbox.coverFeatures.find(nameFeature(reference));
  if (known !== null) return known.model;
  const measured = reference.bytes === null ? null : await sandbox.workshop.analyse(reference.bytes);
  return measured ?? assumeModel(reference);
}

/** The identifier of a sound: the same content has the same one (service.md, Cover preprocess response). */
export function nameFeature(reference: ReferenceAudio): string {
  return `cover_${reference.identity}`;
}

function assumeModel({ identity, durationSeconds }: ReferenceAudio): CoverModel {
  const random = new SeededRandom(`reference ${identity}`);
  const toSeconds = (share: number) => Math.round(share * durationSeconds * 100) / 100;
  return {
    durationSeconds,
    beatsPerMinute: random.integer(84, 124),
    root: random.integer(0, 11),
    mode: random.chance(0.6) ? "major" : "minor",
    segments: USUAL_PARTS.map(({ label, until }, index) => ({
      start: toSeconds(USUAL_PARTS[index - 1]?.until ?? 0),
      end: toSeconds(until),
      label,
    })),
  };
}
