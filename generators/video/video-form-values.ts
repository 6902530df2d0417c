import type { MediaSource } from "@/components/form/media-source";
import { VIDEO_MODELS, VIDEO_RESOLUTIONS } from "@/lib/service/contract/video-modes";
import { omitUnset } from "../_kit/change-setting";
import { readBoolean, readNumber, readOneOf, readText, type FieldReader } from "../_kit/field-readers";
import type { FormFeatures } from "@/components/generators";
import { newVideoInput } from "./new-video-input";
import type { VideoForm } from "./video-input";
import { settleVideo, type ParkedFields } from "./video-ties";

type FieldReaders = { [Name in keyof VideoForm]: FieldReader<NonNullable<VideoForm[Name]>> };

const fieldReaders: FieldReaders = {
  model: readOneOf(VIDEO_MODELS),
  prompt: readText,
  first_frame_image: readSource,
  prompt_optimizer: readBoolean,
  fast_pretreatment: readBoolean,
  duration: readNumber,
  resolution: readOneOf(VIDEO_RESOLUTIONS),
  aigc_watermark: readBoolean,
};

function readSource(value: unknown): MediaSource | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { assetId, url } = value as { assetId?: unknown; url?: unknown };
  if (typeof assetId === "string") return { assetId };
  return typeof url === "string" && URL.canParse(url) ? { url } : undefined;
}

/**
 * Fills the form from something untrusted: what has the kind that a field wants is taken, the rest is left out. What a
 * person has typed stays as it was, also where the rules will tell them of it. What does not go with the model is put
 * aside.
 */
export function readVideoForm(input: unknown): { form: VideoForm; parked: ParkedFields } {
  const given = (typeof input === "object" && input !== null ? input : newVideoInput) as Record<
    string,
    unknown
  >;
  const read = Object.fromEntries(
    Object.entries(fieldReaders).map(([name, readField]) => [name, readField(given[name])]),
  ) as Partial<VideoForm>;
  const form = { ...read, model: read.model ?? newVideoInput.model, prompt: read.prompt ?? "" };
  return settleVideo(form as VideoForm, {});
}

/** What is sent: fields that are set, without those that the connected service does not have. An empty prompt is none. */
export function toSentInput(form: VideoForm, features: FormFeatures | null): Record<string, unknown> {
  return omitUnset(form, { unset: [""], supported: features?.fields.video ?? {} });
}
