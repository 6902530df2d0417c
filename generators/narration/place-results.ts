import path from "node:path";
import type { NarrationOperation, TextUnit } from "./narration-operation";

type ResultRole = "audio" | "subtitle" | "extra";

interface ResultPlace {
  role: ResultRole;
  index: number;
  /** The text it belongs to; absent if there is only one. */
  group?: string;
}

export interface ResultPlaces {
  /** The place of a file by its path in the result; null for other files. */
  take(memberPath: string): ResultPlace | null;
  countAudio(): number;
}

/** unshown.md Long speech "result file": file extensions of the sentences and the info of a sound. */
const textRoles: Record<string, ResultRole> = { ".titles": "subtitle", ".extra": "extra" };
const soundExtension = /^\.(mp3|wav|flac|pcm|opus|ogg|pcmu|pcmu_raw|pcmu_wav|ulaw|raw|aac|m4a)$/i;

/**
 * Assigns a role, index and group to each file of a result. Files of one text share their name without extension. Texts
 * of an uploaded file keep their index; others are numbered in order.
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

/** A result without an archive has no names: it is the sound. */
function isSound(memberPath: string, extension: string): boolean {
  return memberPath === "" || soundExtension.test(extension);
}

/** Whether a file name belongs to a text, by the number and field in it; the service chooses the names. */
function isNameOf(unit: TextUnit, stem: string, units: readonly TextUnit[]): boolean {
  if (units.length === 1) return true;
  const field = /(?:^|[^a-z])(title|content|extra)$/i.exec(stem)?.[1]?.toLowerCase();
  const number = /^\D*(\d+)/.exec(stem)?.[1];
  const oneFile = units.every((each) => each.number === unit.number);
  return field === unit.field && (Number(number) === unit.number || (oneFile && field !== undefined));
}
