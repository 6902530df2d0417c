import path from "node:path";
import type { NarrationOperation, TextUnit } from "./narration-operation";

type ResultRole = "audio" | "subtitle" | "extra";

interface ResultPlace {
  role: ResultRole;
  index: number;
  /** What belongs to one text has the same; none where there can be one text only. */
  group?: string;
}

export interface ResultPlaces {
  /** The place of a file in the result by its path there, or null for one that is none of the three. */
  take(memberPath: string): ResultPlace | null;
  /** How many sounds have been placed. */
  countAudio(): number;
}

/** unshown.md Long speech "result file": the sentences and the facts of a sound, by the extension of their files. */
const textRoles: Record<string, ResultRole> = { ".titles": "subtitle", ".extra": "extra" };
const soundExtension = /^\.(mp3|wav|flac|pcm|opus|ogg|pcmu|pcmu_raw|pcmu_wav|ulaw|raw|aac|m4a)$/i;

/**
 * Gives each file of a result its role, index and group. Files of one text share their name up to the extension; a text
 * of the person's own file gets the index that it has there, any other one the next.
 */
export function placeResults({
  units,
  grouped,
}: Pick<NarrationOperation, "units" | "grouped">): ResultPlaces {
  const texts = new Map<string, Omit<ResultPlace, "role">>();
  const audio = new Set<number>();
  const free = new Set(units.keys());
  let nextIndex = units.length;

  function placeText(stem: string): Omit<ResultPlace, "role"> {
    const index = [...free].find((candidate) => isNameOf(units[candidate]!, stem, units));
    if (index === undefined) return { index: nextIndex++, ...(grouped ? { group: stem } : {}) };
    free.delete(index);
    return { index, ...(grouped ? { group: units[index]!.group } : {}) };
  }

  return {
    take(memberPath) {
      const { name, ext } = path.posix.parse(memberPath);
      const role = textRoles[ext.toLowerCase()] ?? (isSound(memberPath, ext) ? "audio" : null);
      if (!role) return null;
      const place = texts.get(name) ?? placeText(name);
      texts.set(name, place);
      if (role === "audio") audio.add(place.index);
      return { role, ...place };
    },
    countAudio: () => audio.size,
  };
}

/** Bytes without an archive around them have no name: they are the sound. */
function isSound(memberPath: string, extension: string): boolean {
  return memberPath === "" || soundExtension.test(extension);
}

/** Whether results called so are of this text. The names are the service's; what is read of them is number and field. */
function isNameOf(unit: TextUnit, stem: string, units: readonly TextUnit[]): boolean {
  if (units.length === 1) return true;
  const field = /(?:^|[^a-z])(title|content|extra)$/i.exec(stem)?.[1]?.toLowerCase();
  const number = /^\D*(\d+)/.exec(stem)?.[1];
  const oneFile = units.every((each) => each.number === unit.number);
  return field === unit.field && (Number(number) === unit.number || (oneFile && field !== undefined));
}
