import { resultFileName } from "@/lib/media/media-file-name";
import { sungWords } from "@/lib/lyrics/sung-words";
import { filmedWords } from "./filmed-words";
import type { GenerationDto } from "./generation-dto";

type NamedGeneration = Pick<GenerationDto, "generator" | "createdAt" | "title" | "input" | "facts" | "take">;

/** File name suffixes of files that accompany audio. */
const companionWords: Record<string, string> = { subtitle: "subtitles", extra: "facts" };

/**
 * The file name of a downloaded result, from its title, else the prompt or other text of the input. Files of a group have
 * a suffix: `tide-tables-20260304-title.mp3`, `tide-tables-20260304-title-subtitles.json`. Takes have their number, from the
 * second on: `slow-waltz-20260304-take-2.mp3`.
 */
export function nameResult(
  generation: NamedGeneration,
  {
    index,
    mimeType,
    role,
    group,
  }: { index: number; mimeType: string; role: string; group?: string | undefined },
): string {
  const take = nameTake(generation);
  const number = take !== null && index === 0 ? null : String(index + 1);
  const part = [take, group ?? number, companionWords[role]].filter(Boolean).join("-");
  return resultFileName({ ...describe(generation), index, part, mimeType });
}

/** The file name of the ZIP with all results. */
export function nameArchive(generation: NamedGeneration): string {
  const part = nameTake(generation);
  const name = resultFileName({
    ...describe(generation),
    index: 0,
    ...(part === null ? {} : { part }),
    mimeType: "application/zip",
  });
  return part === null ? name.replace(/-1(\.\w+)$/, "$1") : name;
}

/** The first take has no number. */
function nameTake({ take }: NamedGeneration): string | null {
  return take && take.number > 1 ? `take-${take.number}` : null;
}

function describe(generation: NamedGeneration) {
  const { title, input, facts } = generation;
  const fileName = typeof facts?.text_file_name === "string" ? facts.text_file_name : "";
  const lyrics = typeof input.lyrics === "string" ? sungWords(input.lyrics) : "";
  const prompt = typeof input.prompt === "string" ? filmedWords(input.prompt) : "";
  const text = [title, prompt, input.text, lyrics, fileName.replace(/\.\w+$/, "")].find(
    (each): each is string => typeof each === "string" && each.length > 0,
  );
  return {
    prompt: text ?? "",
    generator: generation.generator,
    createdAt: new Date(generation.createdAt),
  };
}
