import { Prisma } from "@/lib/db/database.server";
import { listWordTokens, parseSearch, type Search } from "../search-text";
import type { ItemFilter } from "../list-items-query";

/** What a filter asks for. */
export interface FilterSql {
  /** Tokens of the search index that a matching item has. */
  tokens: string[];
  /** Lists of tokens; a matching item has one of each. */
  anyTokens: string[][];
  /** What decides whether an item matches, without the index. Not empty. */
  conditions: [Prisma.Sql, ...Prisma.Sql[]];
}

/** The expression of the index `Item_search`, as in the migration that creates it. */
export const itemKeys = Prisma.sql`reverie_item_keys(
  item."userId", item."createdAt", item."searchText", item."ownText", item."kind", item."generator", item."model",
  item."voice", item."tags", item."rating", item."favourite", item."sandbox", item."width", item."height",
  item."durationSeconds", item."bytes")`;

/** One filter, as tokens and as a condition. */
interface Part {
  condition: Prisma.Sql;
  tokens?: string[];
  /** One of these. */
  anyOf?: string[];
}

const isTrue = (text: string) => text === "true";

/** The filters of a list in SQL, without those that every list has (time, trash); null if there are none. Pure. */
export function describeFilter(filter: ItemFilter): FilterSql | null {
  const parts = [
    ...describeNames(filter),
    ...describeFlags(filter),
    ...describeMeasures(filter),
    ...describeProject(filter.project),
    ...describeWords(filter.q),
  ];
  const [first, ...rest] = parts.map(({ condition }) => condition);
  if (!first) return null;
  const lists = parts.flatMap(({ anyOf }) => (anyOf ? [anyOf] : []));
  return {
    conditions: [first, ...rest],
    tokens: [
      ...parts.flatMap(({ tokens = [] }) => tokens),
      ...lists.flatMap((list) => (list.length === 1 ? list : [])),
    ],
    anyTokens: lists.filter(({ length }) => length > 1),
  };
}

/** Has no token: an item that is added to a project is not written. */
function describeProject(project: string | undefined): Part[] {
  if (project === undefined) return [];
  return [
    {
      condition: Prisma.sql`EXISTS (
        SELECT FROM "ProjectItem" placed
        WHERE placed."projectId" = ${project}::uuid AND placed."itemId" = item."id")`,
    },
  ];
}

const namedColumns = ["kind", "generator", "model", "voice"] as const;

function describeNames(filter: ItemFilter): Part[] {
  const named = namedColumns.flatMap((column) => {
    const names = filter[column];
    if (!names || names.length === 0) return [];
    const condition = Prisma.sql`item.${Prisma.raw(`"${column}"`)} = ANY (${names}::text[])`;
    return [{ condition, anyOf: names.map((name) => `${column}=${name}`) }];
  });
  const { tag: tags = [] } = filter;
  if (tags.length === 0) return named;
  const tagged = {
    condition: Prisma.sql`item."tags" @> ${tags}::text[]`,
    tokens: tags.map((tag) => `tag=${tag}`),
  };
  return [...named, tagged];
}

function describeFlags({ rating, favourite, sandbox, shape }: ItemFilter): Part[] {
  return [
    ...(rating === undefined
      ? []
      : [{ condition: Prisma.sql`item."rating" >= ${rating}::int`, tokens: [`rating=${rating}`] }]),
    ...(favourite === undefined
      ? []
      : [
          {
            condition: Prisma.sql`item."favourite" = ${isTrue(favourite)}::boolean`,
            tokens: [`favourite=${favourite}`],
          },
        ]),
    ...(sandbox === undefined
      ? []
      : [
          {
            condition: Prisma.sql`item."sandbox" = ${isTrue(sandbox)}::boolean`,
            tokens: [`sandbox=${sandbox}`],
          },
        ]),
    ...(shape === undefined ? [] : [{ condition: shapeConditions[shape], tokens: [`shape=${shape}`] }]),
  ];
}

const shapeConditions = {
  landscape: Prisma.sql`item."width" > item."height"`,
  portrait: Prisma.sql`item."width" < item."height"`,
  square: Prisma.sql`item."width" = item."height"`,
} as const;

/** The longest file that the index tells apart has 2^44 bytes, the longest sound 2^20 seconds, the shortest 2^-7. */
const lengthScale = { name: "length", lowest: -7, highest: 20 };
const bytesScale = { name: "bytes", lowest: 0, highest: 44 };

function describeMeasures({ minSeconds, maxSeconds, minBytes, maxBytes }: ItemFilter): Part[] {
  const within = (
    column: string,
    scale: typeof lengthScale,
    min: number | undefined,
    max: number | undefined,
  ) => {
    if (min === undefined && max === undefined) return [];
    const measure = Prisma.raw(`item."${column}"`);
    const bounds = [
      ...(min === undefined ? [] : [Prisma.sql`${measure} >= ${min}::float8`]),
      ...(max === undefined ? [] : [Prisma.sql`${measure} <= ${max}::float8`]),
    ];
    return [{ condition: Prisma.join(bounds, " AND "), anyOf: listScaleTokens(scale, min, max) }];
  };
  return [
    ...within("durationSeconds", lengthScale, minSeconds, maxSeconds),
    ...within("bytes", bytesScale, minBytes, maxBytes),
  ];
}

/** Logarithms of two programs differ by less. */
const tolerance = 1e-9;

/** The index knows powers of two of a measure and their eighths, which are asked for in a range of an octave or less. */
function listScaleTokens(
  { name, lowest, highest }: typeof lengthScale,
  min: number | undefined,
  max: number | undefined,
): string[] {
  const octaves = {
    from: min ? Math.max(lowest, Math.log2(min)) : lowest,
    to: max === undefined ? highest : max > 0 ? Math.min(highest, Math.log2(max)) : lowest,
  };
  const parts = octaves.to - octaves.from <= 1 ? 8 : 1;
  const from = Math.floor(parts * octaves.from - tolerance);
  const to = Math.floor(parts * octaves.to + tolerance);
  const token = parts === 1 ? name : `${name}8`;
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => `${token}=${from + index}`);
}

/** The searched words of an item. */
const words = Prisma.sql`(item."searchText" || chr(10) || item."ownText")`;

function describeWords(q: string | undefined): Part[] {
  if (!q) return [];
  const search = parseSearch(q);
  const conditions = matchWords(search, words);
  if (conditions.length === 0) return [];
  return [{ condition: Prisma.join(conditions, " AND "), tokens: listWordTokens(search.words) }];
}

/** Conditions of a search in a text of the database, which is normalised as `normaliseText` does. */
export function matchWords({ words: wanted, without }: Search, text: Prisma.Sql): Prisma.Sql[] {
  return [
    ...(wanted.length > 0
      ? [Prisma.sql`NOT EXISTS (SELECT FROM unnest(${wanted}::text[]) word WHERE strpos(${text}, word) = 0)`]
      : []),
    ...(without.length > 0
      ? [Prisma.sql`NOT EXISTS (SELECT FROM unnest(${without}::text[]) word WHERE strpos(${text}, word) > 0)`]
      : []),
  ];
}
