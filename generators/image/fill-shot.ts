import type { ShotTraits, WantedShot } from "@/lib/generations/record/definition-port";
import {
  IMAGE_01_ONLY_ASPECT_RATIO,
  IMAGE_ASPECT_RATIOS,
  IMAGE_LIMITS,
  IMAGE_MODELS,
  type ImageAspectRatio,
  type ImageModel,
} from "@/lib/service/contract/image-options";
import type { ImageFormValues } from "./image-input";

export const imageShot: ShotTraits & { fill(shot: WantedShot): ImageFormValues } = {
  firstFrame: "none",
  models: IMAGE_MODELS,
  textMaxLength: IMAGE_LIMITS.promptMaxLength,
  fill: ({ text, model, aspect }) => ({
    // The schema refuses a model that there is not.
    model: (model ?? IMAGE_MODELS[0]) as ImageModel,
    prompt: text,
    aspect_ratio: findAspectRatio(aspect, model),
    n: 1,
  }),
};

/** The ratio that comes nearest to that of the film, of those that the model has. */
function findAspectRatio(aspect: string, model: string | null): ImageAspectRatio {
  const [width = 1, height = 1] = aspect.split(":").map(Number);
  const distance = (ratio: { width: number; height: number }) =>
    Math.abs(Math.log(ratio.width / ratio.height / (width / height)));
  const [nearest] = Object.entries(IMAGE_ASPECT_RATIOS)
    .filter(([name]) => name !== IMAGE_01_ONLY_ASPECT_RATIO || (model ?? IMAGE_MODELS[0]) === IMAGE_MODELS[0])
    .toSorted(([, one], [, other]) => distance(one) - distance(other));
  return nearest![0] as ImageAspectRatio;
}
