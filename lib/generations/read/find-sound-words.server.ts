import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { sungWords } from "@/lib/lyrics/sung-words";

const recordSchema = z.record(z.string(), z.unknown());

/** Longer titles are shortened. */
const titleMaxLength = 120;

/** The text behind a result. */
interface SoundWords {
  /** One line: the title of the generation, else its own text. */
  title: string;
  /** The complete prompt or spoken text. */
  prompt: string;
}

/** The text of the newest generation with this result; null for an asset that is not a result. */
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
