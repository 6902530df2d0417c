import type { ImageValues } from "./image-options.ts";
import type { RequestProblem } from "./issue.ts";
import type { NumberRange, SpeechValues } from "./speech-options.ts";

/**
 * Profiles define the values that service.md leaves open: request schemas accept any text or number there, and
 * form, REST API and client run these checks against the profile.
 */

/** Fields of both speech requests whose values the profile defines. */
interface SpeechValueInput {
  voice_setting?:
    | Partial<Record<"speed" | "vol" | "pitch", number | undefined> & { emotion: string | undefined }>
    | undefined;
  audio_setting?:
    | Partial<Record<"sample_rate" | "audio_sample_rate" | "bitrate", number | undefined>>
    | undefined;
  voice_modify?:
    | Partial<
        Record<"pitch" | "intensity" | "timbre", number | undefined> & { sound_effects: string | undefined }
      >
    | undefined;
  timber_weights?: readonly { weight: number }[] | undefined;
}

/** Values of a speech request that the profile doesn't allow. */
export function findSpeechValueProblems(request: SpeechValueInput, values: SpeechValues): RequestProblem[] {
  const { voice_setting: voice, audio_setting: audio, voice_modify: modify, timber_weights: mix } = request;
  return [
    ...checkRange("voice_setting.speed", voice?.speed, { key: "speech.speed.range", ...values.speed }),
    ...checkRangeAbove("voice_setting.vol", voice?.vol, { key: "speech.vol.range-above", ...values.vol }),
    ...checkRange("voice_setting.pitch", voice?.pitch, { key: "speech.pitch.range", ...values.pitch }),
    ...checkChoice("voice_setting.emotion", voice?.emotion, values.emotion),
    ...checkChoice("audio_setting.sample_rate", audio?.sample_rate, values.sample_rate),
    ...checkChoice("audio_setting.audio_sample_rate", audio?.audio_sample_rate, values.sample_rate),
    ...checkChoice("audio_setting.bitrate", audio?.bitrate, values.bitrate),
    ...(["pitch", "intensity", "timbre"] as const).flatMap((part) =>
      checkRange(`voice_modify.${part}`, modify?.[part], {
        key: `speech.modify-${part}.range`,
        ...values.voice_modify,
      }),
    ),
    ...checkChoice("voice_modify.sound_effects", modify?.sound_effects, values.sound_effects),
    ...(mix ?? []).flatMap(({ weight }, index) =>
      checkRange(`timber_weights.${index}.weight`, weight, { key: "speech.weight.range", ...values.weight }),
    ),
    ...checkCount("timber_weights", mix, { key: "speech.timber-weights.too-many", max: values.max_voices }),
  ];
}

/** The field of an image request whose values the profile defines. */
interface ImageValueInput {
  style?: { style_type: string; style_weight?: number | undefined } | undefined;
}

/** Values of an image request that the profile doesn't allow. */
export function findImageValueProblems({ style }: ImageValueInput, values: ImageValues): RequestProblem[] {
  return [
    ...checkChoice("style.style_type", style?.style_type, values.style_type),
    ...checkRangeAbove("style.style_weight", style?.style_weight, {
      key: "image.style-weight.range-above",
      ...values.style_weight,
    }),
  ];
}

type RangeRule = NumberRange & { key: string };

function checkRange(path: string, value: number | undefined, { key, min, max }: RangeRule): RequestProblem[] {
  if (value === undefined || (value >= min && value <= max)) return [];
  return [{ path, key, values: { min, max } }];
}

/** The minimum is exclusive ("over 0"). */
function checkRangeAbove(path: string, value: number | undefined, rule: RangeRule): RequestProblem[] {
  const { key, min, max } = rule;
  return value === min ? [{ path, key, values: { min, max } }] : checkRange(path, value, rule);
}

function checkChoice<Value>(
  path: string,
  value: Value | undefined,
  allowed: readonly Value[],
): RequestProblem[] {
  if (value === undefined || allowed.includes(value)) return [];
  return [{ path, key: "field.choice", values: { allowed: allowed.join(", ") } }];
}

function checkCount(
  path: string,
  list: readonly unknown[] | undefined,
  { key, max }: { key: string; max: number },
): RequestProblem[] {
  return (list?.length ?? 0) > max ? [{ path, key, values: { max } }] : [];
}
