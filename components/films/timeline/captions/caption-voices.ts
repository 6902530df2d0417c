import type { QueryClient } from "@tanstack/react-query";
import { listSoundGroups } from "@/components/player/sound-groups";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { createKey } from "@/components/queries/press-keys";
import { subtitleQueries } from "@/components/reader/subtitles";
import { captionVoice } from "@/lib/films/edit-sounds";
import type { Caption, FilmDocument, SoundPiece } from "@/lib/films/film-document";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { listUncaptioned } from "./list-uncaptioned";

/**
 * Captions for the voices of a film that have none yet: at the times of their sentences; where those aren't known, the whole text over
 * the whole voice. Throws ApiError.
 */
export async function captionVoices(client: QueryClient, film: FilmDocument): Promise<Caption[]> {
  const captions: Caption[] = [];
  // One after the other: a film may have hundreds, most of the same few items.
  for (const piece of listUncaptioned(film)) {
    captions.push(...captionVoice(piece, await readSentences(client, piece), createKey));
  }
  return captions;
}

async function readSentences(
  client: QueryClient,
  { itemId, from, lengthMs }: SoundPiece,
): Promise<Sentence[]> {
  const { generationId, assetId } = await client.ensureQueryData(itemQueries.one(itemId));
  const generation = await client.ensureQueryData(generationQueries.detail(generationId));
  const group = listSoundGroups(generation).find(({ audio }) => audio?.assetId === assetId);
  if (group?.subtitle) {
    return client.ensureQueryData(subtitleQueries.sentences({ generationId, group: group.name }));
  }
  const { text } = generation.input as { text?: unknown };
  if (typeof text !== "string" || text.trim() === "") return [];
  const startMs = Math.round(from * 1_000);
  return [{ index: 0, text: text.trim().slice(0, 500), startMs, endMs: startMs + lengthMs }];
}
