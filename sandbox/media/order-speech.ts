import type { SpeechRequest } from "../rules/speech-rules.ts";
import { stripFaultWords } from "../fault-words.ts";
import type { SoundOrder } from "./workshop/sound-order.ts";

/** What synchronous and asynchronous speech have in common. */
export type SpeechSettings = Pick<
  SpeechRequest,
  "voice" | "pronunciations" | "languageBoost" | "modify" | "audio" | "hasWatermark"
> &
  Partial<Pick<SpeechRequest, "timberWeights">>;

/** `voice_modify.pitch` at its bounds, -100 and 100. */
const SEMITONES_AT_BOUND = 8;

/** The sound of a text under the settings of a request, fault words left out. */
export function orderSpeech(model: string, text: string, settings: SpeechSettings): SoundOrder {
  const { voice, audio, modify, timberWeights = [] } = settings;
  const modifiedPitch = (modify.pitch / 100) * SEMITONES_AT_BOUND;
  return {
    shape: {
      format: audio.format,
      sampleRate: audio.sampleRate,
      channels: audio.channels,
      mp3Bitrate: audio.bitrate,
    },
    content: {
      kind: "speech",
      part: {
        text: stripFaultWords(text),
        voices: timberWeights.length > 0 ? timberWeights : [{ voiceId: voice.voiceId, weight: 1 }],
        manner: { speed: voice.speed, pitch: voice.pitch + modifiedPitch, emotion: voice.emotion },
        volume: voice.volume,
        languageBoost: settings.languageBoost,
        pronunciations: settings.pronunciations,
        hasToneTags: model.startsWith("speech-2.8"),
        effects: {
          intensity: modify.intensity,
          timbre: modify.timbre,
          soundEffect: modify.soundEffect,
        },
        hasWatermark: settings.hasWatermark,
      },
    },
  };
}
