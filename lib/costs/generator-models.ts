import { z } from "zod";

/** The models of each generator, by its ID. */
export type GeneratorModels = Readonly<Record<string, readonly string[]>>;

const modelSchema = z.object({ properties: z.object({ model: z.object({ enum: z.array(z.string()) }) }) });

/** The models that the inputs of generators name. Pure. */
export function listGeneratorModels(
  generators: readonly { id: string; inputSchema: z.ZodType }[],
): GeneratorModels {
  return Object.fromEntries(
    generators.map(({ id, inputSchema }) => {
      const described = modelSchema.parse(z.toJSONSchema(inputSchema, { io: "input" }));
      return [id, described.properties.model.enum];
    }),
  );
}

export function isKnownModel(
  models: GeneratorModels,
  { generator, model }: { generator: string; model: string },
): boolean {
  return Object.hasOwn(models, generator) && models[generator]!.includes(model);
}
