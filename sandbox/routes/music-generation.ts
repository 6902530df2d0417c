import { stripFaultWords } from "../fault-words.ts";
import { SUCCESS, type JsonBody } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import type { SoundFacts, SoundOrder } from "../media/workshop/sound-order.ts";
import { parseMusicRequest, type MusicRequest } from "../rules/music-rules.ts";
import { deliverSound, streamAnswer } from "./deliver-sound.ts";
import { defineEndpoint } from "./service-endpoint.ts";

const SECONDS_PER_LINE = 2;
const SHORTEST_SECONDS = 12;
const LONGEST_SECONDS = 40;

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
  authorize: (input, holder) => {
    // service.md "Authentication" 4: without -free the models are for token-plan and paid users only.
    if (!holder.isPaid && !input.model.endsWith("-free")) throw new Refusal(2061);
  },
  run: async (input, call) => {
    const order = orderMusic(input);
    if (input.isStreamed) {
      return streamAnswer(call, order, { excludesAggregatedAudio: false, describe: describeMusic });
    }
    const sound = await call.sandbox.workshop.make(order);
    const body = {
      data: { audio: await deliverSound(call, sound, input.outputFormat), status: 2 },
      extra_info: describeMusic(sound.facts),
      analysis_info: null,
      base_resp: SUCCESS,
    };
    return { kind: "json", body };
  },
});

function orderMusic(input: MusicRequest): SoundOrder {
  const lines = input.lyrics.split("\n").filter((line) => line.trim() !== "").length;
  const length = input.reference?.durationSeconds ?? SHORTEST_SECONDS + lines * SECONDS_PER_LINE;
  const text = [
    input.model,
    stripFaultWords(input.prompt),
    stripFaultWords(input.lyrics),
    input.reference?.identity,
  ];
  const { format, sampleRate, bitrate } = input.audio;
  return {
    shape: { format, sampleRate, channels: 2, mp3Bitrate: bitrate },
    content: {
      kind: "music",
      text: text.join("\n"),
      durationSeconds: Math.min(length, LONGEST_SECONDS),
      hasMelody: true,
      hasWatermark: input.hasWatermark,
    },
  };
}

/** Units: milliseconds, hertz, bits per second, bytes (unshown.md, Music: extra_info units). */
function describeMusic(facts: SoundFacts): JsonBody {
  return {
    music_duration: facts.durationMs,
    music_sample_rate: facts.sampleRate,
    music_channel: facts.channels,
    bitrate: facts.bitrate,
    music_size: facts.sizeBytes,
  };
}
