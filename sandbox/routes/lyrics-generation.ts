import { stripFaultWords } from "../fault-words.ts";
import { SUCCESS } from "../http/answer.ts";
import { SeededRandom } from "../media/random.ts";
import { writeLyrics } from "../media/song-text.ts";
import { defineEndpoint } from "./service-endpoint.ts";

interface LyricsRequest {
  mode: "write_full_song" | "edit";
  prompt: string;
  lyrics: string;
  title: string | null;
}

const STYLES = ["Folk, Warm, Acoustic", "Indie Pop, Wistful, Mid-tempo", "Soul, Late Night, Slow"] as const;

/** POST /v1/lyrics_generation: unshown.md "Music", lyrics writer. */
export const lyricsGeneration = defineEndpoint<LyricsRequest>({
  method: "POST",
  path: "/v1/lyrics_generation",
  form: "json",
  billable: true,
  hasBodyTraceId: true,
  typicalLatencyMs: [500, 1200],
  parse: (fields) => {
    const mode = fields.required("mode", fields.oneOf("mode", ["write_full_song", "edit"] as const));
    const lyrics = fields.string("lyrics", { max: 3500 });
    if (mode === "edit" && (lyrics ?? "") === "") fields.fail("lyrics", "is required to edit");
    return {
      mode,
      prompt: fields.string("prompt", { max: 2000 }) ?? "",
      lyrics: lyrics ?? "",
      title: fields.string("title", { min: 1 }) ?? null,
    };
  },
  text: (input) => input.prompt,
  run: async (input) => {
    const prompt = stripFaultWords(input.prompt);
    const written = writeLyrics(prompt);
    const lyrics =
      input.mode === "edit" ? `${input.lyrics.trim()}\n\n${written.split("\n\n").at(-1)}` : written;
    const words = prompt.split(/\s+/u).filter(Boolean).slice(0, 4).join(" ");
    return {
      kind: "json",
      body: {
        song_title: input.title ?? (words === "" ? "Untitled" : words),
        style_tags: new SeededRandom(prompt).pick(STYLES),
        lyrics,
        base_resp: SUCCESS,
      },
    };
  },
});
