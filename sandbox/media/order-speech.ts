import type { SpeechRequest } from "../rules/speech-rules.ts";
import { stripFaultWords } from "../fault-words.ts";
import { SeededRandom } from "./random.ts";
import type { SoundOrder } from "./workshop/sound-order.ts";

/** What synchronous and asynchronous speech have in common. */
export type SpeechSettings = Pick<
  SpeechRequest,
  "voice" | "pronunciations" | "languageBoost" | "modify" | "audio" | "hasWatermark"
> &
  Partial<Pick<SpeechRequest, "timberWeights">>;

/** `voice_modify.pitch` at its bounds, -100 and 100. */
const SEMITONES_AT_BOUND = 8;

/** The sound of a text under the settings of a request, fault words left out; takes of it differ in pace and pitch. */
export function orderSpeech(
  model: string,
  text: string,
  settings: SpeechSettings,
  take: number | undefined,
): SoundOrder {
  const { voice, audio, modify, timberWeights = [] } = settings;
  const modifiedPitch = (modify.pitch / 100) * SEMITONES_AT_BOUND;
  const mood = chooseMood(take);
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
        manner: {
          speed: voice.speed * mood.pace,
          pitch: voice.pitch + modifiedPitch + mood.semitones,
          emotion: voice.emotion,
        },
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

/** Nobody says a text twice in the same way. */
function chooseMood(take: number | undefined): { pace: number; semitones: number } {
  if (take === undefined) return { pace: 1, semitones: 0 };
  const random = new SeededRandom(`speech ${take}`);
  return { pace: random.between(0.94, 1.06), semitones: random.between(-1, 1) };
}
