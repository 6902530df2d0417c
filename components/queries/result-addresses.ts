import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** A form that can begin with a result, for example a video with a picture. */
export interface FollowUp {
  generator: GeneratorFacts;
  /** The label, as a key of `takes.actions`. */
  action: NonNullable<GeneratorFacts["beginsWith"]>["action"];
  href: string;
}

/** What can be made from a result. */
export function listFollowUps(
  generators: readonly GeneratorFacts[],
  generation: Pick<GenerationDto, "id" | "generator">,
  output: Pick<OutputDto, "assetId" | "mimeType"> | null | undefined,
): FollowUp[] {
  if (!output) return [];
  return generators.flatMap((generator): FollowUp[] => {
    const { beginsWith } = generator;
    if (!beginsWith?.from.includes(generation.generator)) return [];
    if (!output.mimeType.startsWith(`${beginsWith.kind}/`)) return [];
    const href = writeFormAddress(generator.id, {
      asset: output.assetId,
      ...(beginsWith.relation ? { parent: generation.id } : {}),
    });
    return [{ generator, action: beginsWith.action, href }];
  });
}

/** The form that begins with a frame of a video; null if no generator takes a picture. */
export function writeFrameAddress(
  generators: readonly GeneratorFacts[],
  frame: { assetId: string; generationId: string; isLast: boolean },
): string | null {
  const generator = generators.find(({ beginsWith }) => beginsWith?.relation === "frame");
  if (!generator) return null;
  const { assetId, generationId, isLast } = frame;
  return writeFormAddress(generator.id, {
    asset: assetId,
    parent: generationId,
    ...(isLast ? { frame: "last" } : {}),
  });
}

/** The form of a generator that reads a text aloud, with that text; null if it is too long for an address. */
export function writeTextAddress(generator: string, text: string): string | null {
  return text.length > maxTextLength ? null : writeFormAddress(generator, { text });
}

/** Of a text in an address of a form: addresses are short, longer texts are pasted. */
export const maxTextLength = 2_000;

function writeFormAddress(generator: string, query: Record<string, string>): string {
  return `/create/${generator}?${new URLSearchParams(query).toString()}`;
}

/** Downloads a result as a file under its own name. */
export function downloadAddress({ url, fileName }: Pick<OutputDto, "url" | "fileName">): string {
  return `${url}?${new URLSearchParams({ download: "1", name: fileName })}`;
}

/** Downloads all results of a generation as one archive. */
export function downloadAllAddress({ id }: Pick<GenerationDto, "id">): string {
  return `/api/v1/generations/${id}/download`;
}
