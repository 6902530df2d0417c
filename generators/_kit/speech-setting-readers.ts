import {
  SOUND_EFFECTS,
  SPEECH_BITRATES,
  SPEECH_CHANNELS,
  SPEECH_EMOTIONS,
  SPEECH_SAMPLE_RATES,
} from "@/lib/service/contract/speech-options";
import { readList, readNumber, readObject, readOneOf, readText } from "./field-readers";

/** Readers of the settings that both requests of speech have (unshown.md "Synchronous speech", "Long speech"). */

export const voiceSettingReaders = {
  voice_id: readText,
  speed: readNumber,
  vol: readNumber,
  pitch: readNumber,
  emotion: readOneOf(SPEECH_EMOTIONS),
};

/** The sample rate has another name in each request. */
export const readSampleRate = readOneOf(SPEECH_SAMPLE_RATES);

/** The formats differ too. */
export const audioSettingReaders = {
  bitrate: readOneOf(SPEECH_BITRATES),
  channel: readOneOf(SPEECH_CHANNELS),
};

export const readPronunciationDict = readObject({ tone: readList(readText) });

export const readVoiceModify = readObject({
  pitch: readNumber,
  intensity: readNumber,
  timbre: readNumber,
  sound_effects: readOneOf(SOUND_EFFECTS),
});
