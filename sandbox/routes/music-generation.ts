import { stripFaultWords } from "../fault-words.ts";
import { SUCCESS } from "../http/answer.ts";
import { Refusal } from "../http/refusal.ts";
import { composeMusic } from "../media/audio/compose-music.ts";
import { encodeSound, type EncodedSound } from "../media/audio/encode-sound.ts";
import { durationMsOf, type Sound } from "../media/audio/sound.ts";
import { streamAudio } from "../media/stream-audio.ts";
import { parseMusicRequest, type MusicRequest } from "../rules/music-rules.ts";
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
    const sound = compose(input);
    const encoded = await encodeSound(sound, input.audio.format, input.audio.bitrate);
    const extraInfo = describeMusic(sound, encoded);
    if (input.isStreamed) {
      const frames = streamAudio(encoded.bytes, extraInfo, { excludesAggregatedAudio: false });
      return { kind: "frames", frames };
    }
    const { links, baseUrl } = call.sandbox;
    const audio =
      input.outputFormat === "hex"
        ? encoded.bytes.toString("hex")
        : `${baseUrl}${await links.publish({ ...encoded, faults: call.faults.linkFaults() })}`;
    const body = {
      data: { audio, status: 2 },
      extra_info: extraInfo,
      analysis_info: null,
      base_resp: SUCCESS,
    };
    return { kind: "json", body };
  },
});

function compose(input: MusicRequest): Sound {
  const lines = input.lyrics.split("\n").filter((line) => line.trim() !== "").length;
  const length = input.reference?.durationSeconds ?? SHORTEST_SECONDS + lines * SECONDS_PER_LINE;
  const text = [
    input.model,
    stripFaultWords(input.prompt),
    stripFaultWords(input.lyrics),
    input.reference?.identity,
  ];
  return composeMusic(text.join("\n"), {
    sampleRate: input.audio.sampleRate,
    durationSeconds: Math.min(length, LONGEST_SECONDS),
    hasMelody: true,
    hasWatermark: input.hasWatermark,
  });
}

/** Units: milliseconds, hertz, bits per second, bytes (unshown.md, Music: extra_info units). */
function describeMusic(sound: Sound, encoded: EncodedSound): Record<string, number> {
  return {
    music_duration: durationMsOf(sound),
    music_sample_rate: sound.sampleRate,
    music_channel: sound.channels.length,
    bitrate: encoded.bitrate,
    music_size: encoded.bytes.byteLength,
  };
}
