import { requirePlan } from "../auth.ts";
import { type FaultSet, stripFaultDirectives } from "../faults.ts";
import { type JsonBody, succeed } from "../http/answer.ts";
import { editLyrics, imagineLyrics, writeSong } from "../media/lyrics.ts";
import type { SoundFacts, SoundOrder } from "../media/make-sound.ts";
import type { CoverModel, Segment } from "../media/music/render-song.ts";
import { describeStyle } from "../media/music/style.ts";
import { SeededRandom } from "../media/random.ts";
import { deliverSound, streamSound } from "./deliver-sound.ts";
import { defineEndpoint } from "./service-endpoint.ts";
import { type MusicRequest, parseMusicRequest } from "../rules/music-rules.ts";
import { parseReferenceAudio, type ReferenceAudio } from "../rules/reference-audio-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { drawTake } from "../settings.ts";

/** POST /v1/music_generation: service.md "Music generation request" and unshown.md "Music". */
export const musicGeneration = defineEndpoint<MusicRequest>("POST /v1/music_generation", {
  billable: true,
  hasBodyTraceId: true,
  typicalLatencyMs: [2000, 4000],
  parse: parseMusicRequest,
  model: (input) => input.model,
  rateBucket: ({ model }) => ({ name: model.endsWith("-free") ? "music-free" : "music", model }),
  text: (input) => `${input.prompt}\n${input.lyrics}`,
  authorize: (input, holder) => requirePlan(input.model, holder),
  run: async (input, call) => {
    const order = await orderMusic(input, call.sandbox);
    const describe = (facts: SoundFacts) => describeMusic(facts, call.faults);
    const options = { excludesAggregatedAudio: false, describe };
    if (input.isStreamed) return { kind: "frames", frames: streamSound(call, order, options) };
    const sound = await call.sandbox.workshop.makeSound(order);
    return succeed({
      data: { audio: await deliverSound(call, sound, input.outputFormat), status: 2 },
      extra_info: describe(sound.facts),
      analysis_info: null,
    });
  },
});

async function orderMusic(input: MusicRequest, sandbox: SandboxContext): Promise<SoundOrder> {
  const { format, sampleRate, bitrate } = input.audio;
  const prompt = stripFaultDirectives(input.prompt);
  const take = drawTake(sandbox.settings);
  const cover = input.reference === null ? null : await modelReference(input.reference, sandbox);
  return {
    shape: { format, sampleRate, channels: 2, mp3Bitrate: bitrate },
    content: {
      kind: "music",
      part: {
        prompt,
        lyrics: chooseLyrics(input, prompt, cover, take),
        isInstrumental: input.isInstrumental,
        // The free models are the same as the paid ones.
        seed: `${input.model.replace(/-free$/, "")} ${input.reference?.identity ?? ""}${take ?? ""}`,
        cover,
        maximumSeconds: sandbox.settings.songSeconds,
        hasWatermark: input.hasWatermark,
      },
    },
  };
}

/** As given; else written from the prompt (`lyrics_optimizer`), or invented for a reference. */
function chooseLyrics(
  input: MusicRequest,
  prompt: string,
  cover: CoverModel | null,
  take: number | undefined,
): string {
  const given = stripFaultDirectives(input.lyrics);
  if (given !== "" || input.isInstrumental) return given;
  return cover === null
    ? writeSong(prompt, take).lyrics
    : imagineLyrics(input.reference?.identity ?? "", cover.segments);
}

/** Units: milliseconds, hertz, bits per second, bytes (unshown.md, Music: extra_info units). */
function describeMusic(facts: SoundFacts, faults: FaultSet): JsonBody {
  return {
    music_duration: facts.durationMs,
    music_sample_rate: faults.has("other-rate") ? facts.sampleRate / 2 : facts.sampleRate,
    music_channel: facts.channels,
    bitrate: facts.bitrate,
    music_size: facts.sizeBytes,
  };
}

/** How far a fault has each segment reach into the one before, and the last one beyond the end. */
const OVERLAP_SECONDS = 2;
const BEYOND_END_SECONDS = 30;

/** POST /v1/music_cover_preprocess: service.md "Cover preprocess request". */
export const musicCoverPreprocess = defineEndpoint<ReferenceAudio>("POST /v1/music_cover_preprocess", {
  billable: true,
  hasBodyTraceId: true,
  typicalLatencyMs: [900, 1800],
  parse: (fields) => {
    fields.required("model", fields.oneOf("model", ["music-cover"] as const));
    return parseReferenceAudio(fields);
  },
  model: () => "music-cover",
  authorize: (_input, holder) => requirePlan("music-cover", holder),
  rateBucket: () => ({ name: "music", model: "music-cover" }),
  run: async (reference, call) => {
    const model = await modelReference(reference, call.sandbox);
    const coverFeatureId = nameFeature(reference);
    call.sandbox.coverFeatures.keep({ coverFeatureId, model });
    const { segments, durationSeconds } = model;
    return succeed({
      cover_feature_id: coverFeatureId,
      formatted_lyrics: call.faults.has("no-lyrics") ? "" : imagineLyrics(reference.identity, segments),
      structure_result: describeStructure(segments, call.faults),
      audio_duration: durationSeconds,
    });
  },
});

/** `structure_result`: JSON in a string (service.md "Cover preprocess response"), with the requested faults. */
function describeStructure(segments: readonly Segment[], faults: FaultSet): string {
  const told = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    const { start, end } = segment;
    if (faults.has("overlapping-segments") && index > 0)
      return { ...segment, start: Math.max(0, start - OVERLAP_SECONDS) };
    if (faults.has("segments-beyond-end") && isLast) return { ...segment, end: end + BEYOND_END_SECONDS };
    return segment;
  });
  const text = JSON.stringify({ num_segments: told.length, segments: told });
  return faults.has("structure-garbage") ? text.slice(0, text.length / 2) : text;
}

/** Parts of a typical song and the share of it at which each ends, for a sound that is not available. */
const USUAL_PARTS = Object.entries({
  8: "intro",
  32: "verse",
  52: "chorus",
  70: "verse",
  80: "bridge",
  95: "chorus",
  100: "outro",
} as const);

/**
 * Length, tempo and sections of a reference: as measured before, else measured now. A sound that is known by its
 * address only, or cannot be decoded here, gets those of a typical song. The key is drawn from the identity.
 */
async function modelReference(reference: ReferenceAudio, sandbox: SandboxContext): Promise<CoverModel> {
  const known =
    sandbox.coverFeatures.find(reference.identity) ?? sandbox.coverFeatures.find(nameFeature(reference));
  if (known !== null) return known.model;
  const measured = reference.bytes === null ? null : await sandbox.workshop.analyse(reference.bytes);
  return { ...assumeModel(reference), ...measured };
}

/** The identifier of a sound, the same for the same content (service.md, Cover preprocess response). */
function nameFeature(reference: ReferenceAudio): string {
  return `cover_${reference.identity}`;
}

function assumeModel({ identity, durationSeconds }: ReferenceAudio): CoverModel {
  const random = new SeededRandom(`reference ${identity}`);
  const ends = USUAL_PARTS.map(([percent]) => Math.round(Number(percent) * durationSeconds) / 100);
  return {
    durationSeconds,
    beatsPerMinute: random.integer(84, 124),
    root: random.integer(0, 11),
    mode: random.chance(0.6) ? "major" : "minor",
    segments: USUAL_PARTS.map(([, label], index) => ({
      start: ends[index - 1] ?? 0,
      end: ends[index]!,
      label,
    })),
  };
}

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
