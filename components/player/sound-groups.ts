import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** An audio output with the files that belong to it: subtitles, and the service's details. */
export interface SoundGroup {
  /** Unique within a generation. */
  key: string;
  /** The name that the service or archive gives it: title, content, extra; null without one. */
  name: string | null;
  audio: OutputDto | undefined;
  subtitle: OutputDto | undefined;
  extra: OutputDto | undefined;
}

const audioRole = "audio";
/** The order of a text file's parts; others follow in their order of arrival. */
const mainPart = "content";
const knownOrder = ["title", mainPart, "extra"];

/** Groups outputs: by group, else by their position among those of the same role. */
export function listSoundGroups({ outputs }: Pick<GenerationDto, "outputs">): SoundGroup[] {
  const groups = new Map<string, SoundGroup>();
  for (const output of outputs.toSorted((left, right) => left.index - right.index)) {
    const name = output.group ?? null;
    const key = name ?? `#${output.index}`;
    const group = groups.get(key) ?? { key, name, audio: undefined, subtitle: undefined, extra: undefined };
    if (output.role === audioRole) group.audio ??= output;
    else if (output.role === "subtitle") group.subtitle ??= output;
    else if (output.role === "extra") group.extra ??= output;
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((left, right) => rank(left) - rank(right));
}

function rank({ name }: SoundGroup): number {
  const known = name === null ? -1 : knownOrder.indexOf(name);
  return known === -1 ? knownOrder.length : known;
}

/** Chooses the group to show first: that of the requested output, else the content of a text file, else the first. */
export function chooseSoundGroup(
  groups: readonly SoundGroup[],
  asked: OutputDto | undefined,
): SoundGroup | undefined {
  const wanted = groups.find(
    ({ audio, subtitle, extra }) => asked !== undefined && [audio, subtitle, extra].includes(asked),
  );
  if (wanted) return wanted;
  const withAudio = groups.filter(({ audio }) => audio !== undefined);
  return withAudio.find(({ name }) => name === mainPart) ?? withAudio[0] ?? groups[0];
}
