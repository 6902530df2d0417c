import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { ImageFormValues } from "./image-input";

export const imageExamples: GeneratorExample<ImageFormValues>[] = [
  {
    key: "lighthouse",
    input: {
      model: "image-01",
      prompt:
        "A lighthouse on a basalt cliff at first light, low fog in the valleys behind it, a single gull in the sky, muted colours, in the style of a Japanese woodblock print",
      aspect_ratio: "3:2",
      n: 4,
    },
  },
  {
    key: "portrait",
    input: {
      model: "image-01-live",
      prompt:
        "Portrait of an old lighthouse keeper by the light of an oil lamp, three-quarter view, woollen jumper, brass buttons",
      aspect_ratio: "3:4",
      n: 2,
      style: { style_type: "水彩", style_weight: 0.8 },
    },
  },
  {
    key: "panorama",
    input: {
      model: "image-01",
      prompt:
        "Wet basalt columns on a deserted coast at low tide, wide panorama, overcast light, fine film grain",
      aspect_ratio: "21:9",
      n: 1,
      seed: 7,
    },
  },
];
