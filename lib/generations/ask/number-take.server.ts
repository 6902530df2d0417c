import { createHash } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import type { GeneratorDefinition } from "../record/definition-port";

export interface NewTake {
  userId: string;
  definition: GeneratorDefinition;
  /** Parsed with the definition's schema. */
  input: unknown;
  /** What it came from, if anything. */
  parent: { generator: string; input: unknown; idea: string | null } | null;
}

/**
 * Which take of which idea a new generation is. Takes of one idea ask for the same, however it is made; what was edited
 * out of a take stays with it as long as its theme does. Numbers are never given twice: two requests for one idea at the
 * same moment come one after the other until the transaction ends, and a take that is deleted keeps its number to itself.
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
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${userId} ${idea}`}, 0))`;
  const { _max } = await transaction.generation.aggregate({ where: { userId, idea }, _max: { take: true } });
  return { idea, take: (_max.take ?? 0) + 1 };
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

/** JSON in which the order of keys does not matter: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    entry && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}
