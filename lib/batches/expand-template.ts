import type { FieldProblem } from "@/lib/errors/studio-error";
import { countTexts, listTexts, parseBraces } from "./expand-braces";

/** What a template gives. Without problems, and within the limit, it has all rows. */
export interface ExpandedTemplate {
  /** How many rows there are, also beyond the limit; 0 if a text has a problem. */
  count: number;
  rows: Record<string, string>[];
  /** At the fields, with the position of the brace. */
  problems: FieldProblem[];
}

/**
 * Expands the braces of texts by field. Fields multiply like groups: the last field changes fastest. Counts before it
 * builds anything. Pure.
 */
export function expandTemplate(
  template: Readonly<Record<string, string>>,
  { limit }: { limit: number },
): ExpandedTemplate {
  const parsed = Object.entries(template).map(([field, text]) => ({ field, ...parseBraces(text) }));
  const problems = parsed.flatMap(({ field, problem }) => (problem ? [{ path: field, ...problem }] : []));
  const fields = parsed.flatMap(({ field, sequence }) => (sequence ? [{ field, sequence }] : []));
  if (problems.length > 0) return { count: 0, rows: [], problems };
  const count = fields.reduce((product, { sequence }) => product * countTexts(sequence), 1);
  if (count > limit) return { count, rows: [], problems: [] };
  const rows = fields.reduce<Record<string, string>[]>(
    (made, { field, sequence }) => {
      const texts = listTexts(sequence);
      return made.flatMap((row) => texts.map((text) => ({ ...row, [field]: text })));
    },
    [{}],
  );
  return { count, rows, problems: [] };
}
