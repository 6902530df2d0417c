import type { GeneratorExample } from "@/lib/generations/definition-port";
import type { TemplateFormValues } from "./template-input";

/** Three ways to begin, each showing another side of the form. */
export const templateExamples: GeneratorExample<TemplateFormValues>[] = [
  {
    key: "harbour",
    input: {
      model: "image-01",
      prompt: "A fishing harbour before sunrise, wet ropes, lamps in the fog, wide lens",
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
      prompt: "A violin maker's workshop, shavings on the floor, tools in order on the wall",
      n: 4,
    },
  },
];
