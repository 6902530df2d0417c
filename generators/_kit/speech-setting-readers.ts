import { SPEECH_CHANNELS } from "@/lib/service/contract/speech-options";
import { readList, readNumber, readObject, readOneOf, readText } from "./field-readers";

/** Readers of the settings that both speech requests have (unshown.md "Synchronous speech", "Long speech"). */

export const voiceSettingReaders = {
  voice_id: readText,
  speed: readNumber,
  vol: readNumber,
  pitch: readNumber,
  emotion: readText,
};

/** The formats and the name of the sample rate differ between the requests. */
export const audioSettingReaders = {
  bitrate: readNumber,
  channel: readOneOf(SPEECH_CHANNELS),
};

export const readPronunciationDict = readObject({ tone: readList(readText) });

export const readVoiceModify = readObject({
  pitch: readNumber,
  intensity: readNumber,
  timbre: readNumber,
  sound_effects: readText,
});
