import { requirePlan } from "../auth.ts";
import { stripFaultWords } from "../fault-words.ts";
import type { FaultSet } from "../faults.ts";
import { SUCCESS, type JsonBody } from "../http/answer.ts";
import { modelReference } from "../media/model-reference.ts";
import type { CoverModel } from "../media/music/render-song.ts";
import { imagineLyrics, writeSong } from "../media/lyrics/write-lyrics.ts";
import type { SoundFacts, SoundOrder } from "../media/workshop/sound-order.ts";
import { parseMusicRequest, type MusicRequest } from "../rules/music-rules.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { drawTake } from "../settings.ts";
import { deliverSound, streamAnswer } from "./deliver-sound.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** POST /v1/music_generation: service.md "Music generation request" and unshown.md "Music". */
export const musicGeneration = defineEndpoint<MusicRequest>({
  method: "POST",
  path: "/v1/music_generation",
  form: "json",
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
    if (input.isStreamed) return streamAnswer(call, order, { excludesAggregatedAudio: false, describe });
    const sound = await call.sandbox.workshop.make(order);
    const body = {
      data: { audio: await deliverSound(call, sound, input.outputFormat), status: 2 },
      extra_info: describe(sound.facts),
      analysis_info: null,
      base_resp: SUCCESS,
    };
    return { kind: "json", body };
  },
});

async function orderMusic(input: MusicRequest, sandbox: SandboxContext): Promise<SoundOrder> {
  const { format, sampleRate, bitrate } = input.audio;
  const prompt = stripFaultWords(input.prompt);
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
        hasWatermark: input.hasWatermark,
      },
    },
  };
}

/** As they were given; else written from the prompt (`lyrics_optimizer`), or as they would be heard in a reference. */
function chooseLyrics(
  input: MusicRequest,
  prompt: string,
  cover: CoverModel | null,
  take: number | undefined,
): string {
  const given = stripFaultWords(input.lyrics);
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
