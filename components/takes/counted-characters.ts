import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** The characters that the service billed (service.md, `usage_characters`); null if it reported none. */
export function findCountedCharacters({ usage }: Pick<GenerationDto, "usage">): number | null {
  const counted = usage?.usage_characters ?? usage?.characters;
  return typeof counted === "number" ? counted : null;
}
