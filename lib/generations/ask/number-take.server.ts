import { createHash } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import type { GeneratorDefinition } from "../record/definition-port";

interface NewTake {
  userId: string;
  definition: GeneratorDefinition;
  /** Parsed with the definition's schema. */
  input: unknown;
  /** The generation it was created from, if any. */
  parent: { generator: string; input: unknown; idea: string | null } | null;
}

/**
 * The idea of a new generation and its take number. Takes of one idea have the same content with other settings; an edited
 * take keeps the idea while its theme stays the same. Numbers are never reused: simultaneous requests for one idea are
 * serialised, and a deleted take keeps its number.
 */
export async function numberTake(
  transaction: Prisma.TransactionClient,
  { userId, definition, input, parent }: NewTake,
): Promise<{ idea: string; take: number } | null> {
  const described = definition.describeIdea?.(input);
  if (!described) return null;
  const { theme, words } = described;
  const isEdited = theme !== undefined && canonicalJson(theme) === findParentTheme(definition, parent);
  const idea = (isEdited ? parent?.idea : null) ?? digest(definition.id, words);
  const [row] = await transaction.$queryRaw<{ take: number }[]>`
    SELECT reverie_next_take(${userId}::uuid, ${idea}::text) AS "take"`;
  return { idea, take: row!.take };
}

function findParentTheme(definition: GeneratorDefinition, parent: NewTake["parent"]): string | null {
  if (parent?.generator !== definition.id) return null;
  const parsed = definition.inputSchema.safeParse(parent.input);
  const theme = parsed.success ? definition.describeIdea?.(parsed.data).theme : undefined;
  return theme === undefined ? null : canonicalJson(theme);
}

function digest(generator: string, words: unknown): string {
  return createHash("sha256")
    .update(`${generator}\n${canonicalJson(words)}`)
    .digest("hex");
}

/** JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    entry && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}
