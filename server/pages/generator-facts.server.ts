import { getTranslations } from "next-intl/server";
import type { ExampleMedia, ShownExample } from "@/components/create/example-list";
import exampleMedia from "@/generators/example-media.json";
import { definitionRegistry } from "@/generators/registry";
import type {
  GeneratorDefinition,
  GeneratorFacts,
  ShotTraits,
} from "@/lib/generations/record/definition-port";

/** The keys depend on the generators, which this file does not know. */
type Key = Parameters<Awaited<ReturnType<typeof getTranslations<"generators">>>>[0];

/** The facts of every generator for the browser, in the person's language. */
export async function getGeneratorFacts(): Promise<GeneratorFacts[]> {
  const t = await getTranslations("generators");
  return describeGenerators(definitionRegistry.list(), (id) => {
    const name = t(`${id}.title` as Key);
    return { name, resultName: t.has(`${id}.resultName` as Key) ? t(`${id}.resultName` as Key) : name };
  });
}

export function describeGenerators(
  definitions: readonly GeneratorDefinition[],
  findNames: (id: string) => Pick<GeneratorFacts, "name" | "resultName">,
): GeneratorFacts[] {
  return definitions.map((definition) => {
    const { id, produces, icon, runningVerb, readsAloud, streamField, instrumentalField } = definition;
    const { shot, line } = definition;
    return {
      id,
      produces,
      icon,
      ...(runningVerb ? { runningVerb } : {}),
      ...(readsAloud ? { readsAloud } : {}),
      ...(streamField ? { streamField } : {}),
      ...(instrumentalField ? { instrumentalField } : {}),
      ...findNames(id),
      canVary: definition.varyInput !== undefined,
      ...(shot ? { shot: describeShot(shot) } : {}),
      ...(line ? { line: { models: line.models } } : {}),
      ...describeBeginning(definition, definitions),
    };
  });
}

function describeShot({ firstFrame, models, textMaxLength }: ShotTraits): ShotTraits {
  return { firstFrame, models, textMaxLength };
}

function describeBeginning(
  { beginWith }: GeneratorDefinition,
  definitions: readonly GeneratorDefinition[],
): Pick<GeneratorFacts, "beginsWith"> {
  if (!beginWith) return {};
  const { kind, action, relation, accepts } = beginWith;
  const from = definitions.filter((source) => accepts?.(source) ?? true).map(({ id }) => id);
  return { beginsWith: { kind, action, ...(relation ? { relation } : {}), from } };
}

/** The recorded result of an example, or null if there is none. `npm run examples` records them. */
export function findExampleMedia(generator: string, key: string): ExampleMedia | null {
  return (exampleMedia as Record<string, ExampleMedia>)[`${generator}/${key}`] ?? null;
}

/** The examples of a generator with their recorded results. */
export function listExamples({ id, examples }: GeneratorDefinition): ShownExample[] {
  return examples.map(({ key, input }) => ({
    key,
    input: input as Record<string, unknown>,
    media: findExampleMedia(id, key),
  }));
}
