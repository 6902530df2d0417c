import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** One sound of a generation with what belongs to it: its sentences and what the service tells of it. */
export interface SoundGroup {
  /** Tells the groups of one generation apart. */
  key: string;
  /** As the service or the archive names it: title, content, extra; null where there is nothing to tell apart. */
  name: string | null;
  audio: OutputDto | undefined;
  subtitle: OutputDto | undefined;
  extra: OutputDto | undefined;
}

const audioRole = "audio";
/** The order of a text file's parts; others follow in the order in which they came. */
const mainPart = "content";
const knownOrder = ["title", mainPart, "extra"];

/** Outputs as they belong together: by group, else by their position among those of their role. Pure. */
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

/** The group to begin with: the one that has the output asked for, else the words of a text file, else the first one. */
export function chooseSoundGroup(
  groups: readonly SoundGroup[],
  asked: OutputDto | undefined,
): SoundGroup | undefined {
  const wanted = groups.find(
    ({ audio, subtitle, extra }) => asked !== undefined && [audio, subtitle, extra].includes(asked),
  );
  if (wanted) return wanted;
  const heard = groups.filter(({ audio }) => audio !== undefined);
  return heard.find(({ name }) => name === mainPart) ?? heard[0] ?? groups[0];
}
