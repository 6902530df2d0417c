import { StudioError } from "@/lib/errors/studio-error";
import type { DefinitionRegistry, GeneratorDefinition } from "./definition-port";

/**
 * The stored input of a generation, parsed by its generator.
 *
 * @throws StudioError generator.unknown; input.invalid for the input of an older version that no longer fits
 */
export function parseStoredInput(
  definitions: DefinitionRegistry,
  row: { generator: string; input: unknown },
): { definition: GeneratorDefinition; input: unknown } {
  const definition = definitions.find(row.generator);
  if (!definition) throw new StudioError("generator.unknown");
  const parsed = definition.inputSchema.safeParse(row.input);
  if (!parsed.success) throw new StudioError("input.invalid", { cause: parsed.error });
  return { definition, input: parsed.data };
}
