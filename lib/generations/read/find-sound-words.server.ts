import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { sungWords } from "@/lib/lyrics/sung-words";

const recordSchema = z.record(z.string(), z.unknown());

/** Longer titles are cut by what shows them. */
const titleMaxLength = 120;

/** What a result was made from, in words. */
export interface SoundWords {
  /** One line: the title that its person gave it, else its own words. */
  title: string;
  /** The prompt, or the text that is spoken, whole. */
  prompt: string;
}

/** The words of the generation that an asset is a result of, the newest one; null where it is none. */
export async function findSoundWords(
  database: Queryable,
  { userId, assetId }: { userId: string; assetId: string },
): Promise<SoundWords | null> {
  const output = await database.output.findFirst({
    where: { assetId, generation: { userId, deletedAt: null } },
    orderBy: { id: "desc" },
    select: { generation: { select: { title: true, input: true, model: true } } },
  });
  if (!output) return null;
  const { generation } = output;
  const { title, prompt, text, lyrics } = recordSchema.parse(generation.input);
  const sung = typeof lyrics === "string" ? sungWords(lyrics) : "";
  const words = [prompt, text, sung].find((each) => typeof each === "string" && each.trim() !== "");
  const whole = typeof words === "string" ? words.trim() : "";
  const ownWords = typeof title === "string" && title !== "" ? title : whole || generation.model;
  const line = generation.title ?? ownWords;
  return { title: shorten(line.replaceAll(/\s+/g, " ")), prompt: whole };
}

function shorten(line: string): string {
  const points = [...line];
  return points.length <= titleMaxLength
    ? line
    : `${points
        .slice(0, titleMaxLength - 1)
        .join("")
        .trimEnd()}…`;
}
