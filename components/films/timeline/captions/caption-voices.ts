import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/queries/api-fetch";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { createKey } from "@/components/queries/press-keys";
import { captionVoice } from "@/lib/films/edit-sounds";
import type { Caption, FilmDocument } from "@/lib/films/film-document";
import { cutCaption } from "@/lib/films/film-limits";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { readSentences } from "../sounds/sound-moments";
import { listUncaptioned } from "./list-uncaptioned";

/**
 * Captions for the voices of a film that have none yet: at the times of their sentences; where those aren't known, the whole text over
 * the whole voice. None for voices of other people, whose text is private. Throws ApiError.
 */
export async function captionVoices(client: QueryClient, film: FilmDocument): Promise<Caption[]> {
  const captions: Caption[] = [];
  // One after the other: a film may have hundreds, most of the same few items.
  for (const piece of listUncaptioned(film)) {
    captions.push(...captionVoice(piece, await readWords(client, piece.itemId), createKey));
  }
  return captions.map((each) => ({ ...each, text: cutCaption(each.text) }));
}

async function readWords(client: QueryClient, itemId: string): Promise<readonly Sentence[]> {
  try {
    const sentences = await readSentences(client, itemId);
    if (sentences) return sentences;
    const { generationId } = await client.ensureQueryData(itemQueries.one(itemId));
    return toSentences(await client.ensureQueryData(generationQueries.detail(generationId)));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** The text of a generation as one sentence, as long as whatever says it. Pure. */
export function toSentences({ input }: Pick<GenerationDto, "input">): Sentence[] {
  const { text } = input;
  if (typeof text !== "string" || text.trim() === "") return [];
  return [{ index: 0, text, startMs: 0, endMs: Infinity }];
}
