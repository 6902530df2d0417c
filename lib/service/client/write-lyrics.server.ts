import { lyricsRequestSchema, lyricsResponseSchema, type LyricsRequest } from "../contract/lyrics-writer.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import {
  parseRequest,
  sendCall,
  type CallFacts,
  type CallOptions,
  type ClientContext,
} from "./call.server.ts";

export interface WriteLyricsResult extends CallFacts {
  songTitle: string | null;
  styleTags: string | null;
  lyrics: string;
}

/** unshown.md Music "lyrics writer", POST /v1/lyrics_generation. May be billed; never sent again by itself. Throws ServiceError. */
export async function writeLyrics(
  context: ClientContext,
  request: LyricsRequest,
  options: CallOptions = {},
): Promise<WriteLyricsResult> {
  const json = parseRequest(lyricsRequestSchema, request, "lyricsGeneration");
  const answer = await sendCall(context, { endpoint: "lyricsGeneration", json }, options);
  const { value, traceId, address } = await readJsonAnswer(answer, lyricsResponseSchema);
  return {
    songTitle: value.song_title,
    styleTags: value.style_tags,
    lyrics: value.lyrics,
    traceId: traceId ?? null,
    address,
  };
}
