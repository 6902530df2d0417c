import type { QueryClient } from "@tanstack/react-query";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { createKey } from "@/components/queries/press-keys";
import { captionVoice } from "@/lib/films/edit-sounds";
import type { Caption, FilmDocument, SoundPiece } from "@/lib/films/film-document";
import { captionMaxLength } from "@/lib/films/film-limits";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { readSentences } from "../sounds/sound-moments";
import { listUncaptioned } from "./list-uncaptioned";

/**
 * Captions for the voices of a film that have none yet: at the times of their sentences; where those aren't known, the whole text over
 * the whole voice. Throws ApiError.
 */
export async function captionVoices(client: QueryClient, film: FilmDocument): Promise<Caption[]> {
  const captions: Caption[] = [];
  // One after the other: a film may have hundreds, most of the same few items.
  for (const piece of listUncaptioned(film)) {
    captions.push(...captionVoice(piece, await readWords(client, piece), createKey));
  }
  return captions.map((each) => ({
    ...each,
    text: Array.from(each.text).slice(0, captionMaxLength).join(""),
  }));
}

/** What is heard of the text of a voice. Throws ApiError. */
export async function readVoiceText(client: QueryClient, piece: SoundPiece): Promise<string> {
  const heard = captionVoice(piece, await readWords(client, piece), createKey);
  return heard.map(({ text }) => text).join(" ");
}

async function readWords(client: QueryClient, { itemId, from, lengthMs }: SoundPiece): Promise<Sentence[]> {
  const sentences = await readSentences(client, itemId);
  if (sentences) return sentences;
  const { generationId } = await client.ensureQueryData(itemQueries.one(itemId));
  const { input } = await client.ensureQueryData(generationQueries.detail(generationId));
  const { text } = input as { text?: unknown };
  if (typeof text !== "string" || text.trim() === "") return [];
  const startMs = Math.round(from * 1_000);
  return [{ index: 0, text: text.trim(), startMs, endMs: startMs + lengthMs }];
}
