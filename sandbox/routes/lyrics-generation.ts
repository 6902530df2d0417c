import { stripFaultDirectives } from "../faults.ts";
import { succeed } from "../http/answer.ts";
import { editLyrics, writeSong } from "../media/lyrics.ts";
import { describeStyle } from "../media/music/style.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { drawTake } from "../settings.ts";

interface LyricsRequest {
  mode: "write_full_song" | "edit";
  prompt: string;
  lyrics: string;
  title: string | null;
}

/** POST /v1/lyrics_generation: unshown.md "Music", lyrics writer. */
export const lyricsGeneration = defineEndpoint<LyricsRequest>("POST /v1/lyrics_generation", {
  billable: true,
  hasBodyTraceId: true,
  typicalLatencyMs: [500, 1200],
  parse: (fields) => {
    const mode = fields.required("mode", fields.oneOf("mode", ["write_full_song", "edit"] as const));
    const lyrics = fields.string("lyrics", { max: 3500 }) ?? "";
    if (mode === "edit" && lyrics === "") fields.fail("lyrics", "is required to edit");
    const prompt = fields.string("prompt", { max: 2000 }) ?? "";
    return { mode, prompt, lyrics, title: fields.string("title", { min: 1 }) ?? null };
  },
  text: (input) => input.prompt,
  run: async (input, call) => {
    const prompt = stripFaultDirectives(input.prompt);
    const given = stripFaultDirectives(input.lyrics);
    const song = writeSong(prompt === "" ? given : prompt, drawTake(call.sandbox.settings));
    return succeed({
      song_title: input.title ?? song.title,
      style_tags: describeStyle(prompt),
      lyrics: input.mode === "edit" ? editLyrics(given, prompt) : song.lyrics,
    });
  },
});
