import { rawAudioMimeType, type RawAudio } from "../../raw-audio";

/** What is to be decoded, as the asset says. */
export interface SoundFormat {
  mimeType: string;
  rawAudio?: RawAudio;
}

/**
 * The types that can be decoded here. AAC is not among them: its open decoders come under the GPL, and the service makes
 * none.
 */
const decodableTypes = ["audio/mpeg", "audio/wav", "audio/flac", "audio/ogg"];

/** Whether sound of this type has a waveform; it is known without loading a decoder. */
export function canDecodeSound({ mimeType, rawAudio }: SoundFormat): boolean {
  if (rawAudio) return mimeType === rawAudioMimeType(rawAudio);
  return decodableTypes.includes(essenceOf(mimeType));
}

/** A type without its parameters. */
export function essenceOf(mimeType: string): string {
  return mimeType.split(";", 1)[0] ?? "";
}
