import type { ExpectedRequest } from "@/lib/costs/sum-estimates";
import type { DefinitionRegistry } from "@/lib/generations/record/definition-port";

/** Any asset: what a request uses doesn't depend on its picture. */
const somePicture = "00000000-0000-4000-8000-000000000000";

/** What creating shots will use, by generator. Shots that their generator refuses are left out. Pure. */
export function expectShots(
  definitions: DefinitionRegistry,
  shots: readonly { generator: string; model: string | null; seconds: number }[],
): { generator: string; requests: ExpectedRequest[] }[] {
  const byGenerator = Map.groupBy(shots, ({ generator }) => generator);
  return [...byGenerator].map(([generator, wanted]) => {
    const definition = definitions.find(generator);
    const requests = wanted.flatMap(({ model, seconds }): ExpectedRequest[] => {
      const input = definition?.inputSchema.safeParse(
        definition.shot?.fill({ text: "-", model, seconds, aspect: "16:9", firstFrameAssetId: somePicture }),
      );
      if (!definition || !input?.success) return [];
      return [
        {
          model: definition.summariseInput(input.data).model,
          expected: definition.expectUsage?.(input.data) ?? {},
        },
      ];
    });
    return { generator, requests };
  });
}
