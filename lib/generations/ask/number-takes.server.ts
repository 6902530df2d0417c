import { createHash } from "node:crypto";
import type { Prisma } from "@/lib/db/database.server";
import type { GeneratorDefinition } from "../record/definition-port";

interface NewTakes {
  userId: string;
  definition: GeneratorDefinition;
  /** Parsed with the definition's schema. */
  inputs: readonly unknown[];
  /** The generation they were created from, if any. */
  parent: { generator: string; input: unknown; idea: string | null } | null;
}

/**
 * The ideas of new generations and their take numbers, in order. Takes of one idea have the same content with other settings;
 * an edited take keeps the idea while its theme stays the same. Numbers are never reused: simultaneous requests for one idea
 * are serialised, and a deleted take keeps its number. Null for a generator without takes.
 */
export async function numberTakes(
  transaction: Prisma.TransactionClient,
  { userId, definition, inputs, parent }: NewTakes,
): Promise<({ idea: string; take: number } | null)[]> {
  const parentTheme = findParentTheme(definition, parent);
  const ideas = inputs.map((input) => {
    const described = definition.describeIdea?.(input);
    if (!described) return null;
    const { theme, words } = described;
    const isEdited = theme !== undefined && canonicalJson(theme) === parentTheme;
    return (isEdited ? parent?.idea : null) ?? digest(definition.id, words);
  });
  // In one order, so that two requests for the same ideas never wait for each other.
  const distinct = [...new Set(ideas.filter((idea) => idea !== null))].toSorted();
  if (distinct.length === 0) return ideas.map(() => null);
  const rows = await transaction.$queryRaw<{ idea: string; take: number }[]>`
    SELECT "idea", reverie_next_take(${userId}::uuid, "idea") AS "take"
    FROM unnest(${distinct}::text[]) AS ideas("idea")`;
  const next = new Map(rows.map(({ idea, take }) => [idea, take]));
  return ideas.map((idea) => {
    if (idea === null) return null;
    const take = next.get(idea)!;
    next.set(idea, take + 1);
    return { idea, take };
  });
}

function findParentTheme(definition: GeneratorDefinition, parent: NewTakes["parent"]): string | null {
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
