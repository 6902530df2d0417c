import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { TemplateFormValues } from "./template-input";

export const templateExamples: GeneratorExample<TemplateFormValues>[] = [
  {
    key: "harbour",
    input: {
      model: "image-01",
      prompt: "A fishing harbour before sunrise, wet ropes on the quay, lamps in the fog, wide-angle lens",
      n: 2,
    },
  },
  {
    key: "stillLife",
    input: {
      model: "image-01",
      prompt: "Three pears on a slate table, side light from a north window, deep shadows",
      n: 1,
    },
  },
  {
    key: "workshop",
    input: {
      model: "image-01-live",
      prompt: "A violin maker's workshop, wood shavings on the floor, tools neatly hung on the wall",
      n: 4,
    },
  },
];
