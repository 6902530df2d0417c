import type { GeneratorExample } from "@/lib/generations/definition-port";
import type { ImageFormValues } from "./image-input";

/** Three ways to begin, each showing another side of the form. */
export const imageExamples: GeneratorExample<ImageFormValues>[] = [
  {
    key: "lighthouse",
    input: {
      model: "image-01",
      prompt:
        "A lighthouse on a basalt cliff at first light, low fog lying in the valleys behind it, long lens, muted film colours, a single gull, painted in thin layers like a Japanese woodblock",
      aspect_ratio: "3:2",
      n: 4,
    },
  },
  {
    key: "portrait",
    input: {
      model: "image-01-live",
      prompt: "Portrait of a keeper by the light of an oil lamp, three quarter view, wool and brass",
      aspect_ratio: "3:4",
      n: 2,
      style: { style_type: "水彩", style_weight: 0.8 },
    },
  },
  {
    key: "panorama",
    input: {
      model: "image-01",
      prompt: "Wet basalt columns at low tide, wide panorama, overcast light, fine grain",
      aspect_ratio: "21:9",
      n: 1,
      seed: 7,
    },
  },
];
