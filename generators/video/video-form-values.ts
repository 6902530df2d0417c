import type { MediaSource } from "@/components/form/media-source";
import { VIDEO_MODELS, VIDEO_RESOLUTIONS } from "@/lib/service/contract/video-modes";
import { omitUnset } from "../_kit/change-setting";
import {
  readBoolean,
  readFields,
  readNumber,
  readOneOf,
  readText,
  type FieldReaders,
} from "../_kit/field-readers";
import type { FormFeatures } from "@/components/generators";
import { newVideoInput } from "./new-video-input";
import type { VideoForm } from "./video-input";
import { settleTies } from "../_kit/field-ties";
import { videoTies } from "./video-ties";

const fieldReaders: FieldReaders<VideoForm> = {
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

/** The first values of a form, and those it had to park. */
export function readVideoForm(input: unknown) {
  const read = readFields<VideoForm>(fieldReaders, input, newVideoInput);
  const form: VideoForm = { ...read, model: read.model ?? newVideoInput.model, prompt: read.prompt ?? "" };
  return settleTies(videoTies, form);
}

/** What is sent: the fields that are set and that the connected service has. An empty prompt is none. */
export function toSentInput(form: VideoForm, features: FormFeatures | null): Record<string, unknown> {
  return omitUnset(form, { unset: [""], supported: features?.fields.video ?? {} });
}
