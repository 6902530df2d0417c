import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** How many characters the service told it counted (service.md, `usage_characters`); null where it told none. */
export function findCountedCharacters({ usage }: Pick<GenerationDto, "usage">): number | null {
  const counted = usage?.usage_characters ?? usage?.characters;
  return typeof counted === "number" ? counted : null;
}
