import { z } from "zod";
import { fileExtension } from "@/lib/media/media-file-name";
import { tableNames, type TableName } from "./archive-tables.server";

/**
 * An archive is a ZIP64 whose members aren't compressed: `rows/<table>.jsonl`, `index.html` and `pages/` to look
 * through it, `assets/<SHA-256>.<extension>` with each file once, and `manifest.json` as the last member.
 */
export const archiveFormat = 1;

/** Those that archives of earlier versions don't have. */
export const laterTables: readonly TableName[] = [
  "savedSearches",
  "presets",
  "snippets",
  "webhooks",
  "films",
  "filmVersions",
];

/** Those that the archive of a film has. */
export const filmTables: readonly TableName[] = [
  "assets",
  "generations",
  "outputs",
  "items",
  "inputs",
  "films",
];

export const manifestName = "manifest.json";
export const rowsName = (table: TableName): string => `rows/${table}.jsonl`;
export const pageName = (page: number): string => (page === 1 ? "index.html" : `pages/${page}.html`);
export const assetName = (sha256: string, mimeType: string): string =>
  `assets/${sha256}.${fileExtension(mimeType)}`;

const pagePattern = /^(?:index|pages\/[1-9][0-9]{0,6})\.html$/;
const assetPattern = /^assets\/([0-9a-f]{64})\.[a-z0-9]{1,8}$/;
const rowsNames: ReadonlySet<string> = new Set(tableNames.map(rowsName));

/** What a member is, by its name; null for a name that no archive has. */
export function readMemberName(name: string): { kind: "other" } | { kind: "asset"; sha256: string } | null {
  const [, sha256] = assetPattern.exec(name) ?? [];
  if (sha256 !== undefined) return { kind: "asset", sha256 };
  return name === manifestName || rowsNames.has(name) || pagePattern.test(name) ? { kind: "other" } : null;
}

/** What an import reads at most. Members aren't compressed, so they never take more room than the archive. */
export interface ArchiveLimits {
  /** Their names and the rows of assets are kept in memory, some 600 bytes each. */
  maxMembers: number;
  maxManifestBytes: number;
  /** Of one row as JSON. */
  maxLineBytes: number;
  /** Of all rows. */
  maxRowsBytes: number;
}
export const archiveLimits: ArchiveLimits = {
  maxMembers: 2_000_000,
  maxManifestBytes: 1024 * 1024,
  maxLineBytes: 4 * 1024 * 1024,
  maxRowsBytes: Infinity,
};

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Read before the rest, which a later format may have changed. */
export const formatSchema = z.object({ format: z.int().positive() });

/** Of no bytes. */
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const rowFactsSchema = z.strictObject({
  rows: z.int().nonnegative(),
  /** Of the lines. */
  sha256: sha256Schema,
});

export const manifestSchema = z.strictObject({
  format: z.literal(archiveFormat),
  /** Version of the studio that wrote it. */
  studio: z.string().max(100),
  createdAt: z.iso.datetime(),
  account: z.strictObject({ email: z.string().max(500), name: z.string().max(500) }),
  /** In the archive of one film. That of an account has none. */
  film: z.strictObject({ title: z.string().max(500) }).optional(),
  rows: z.strictObject(
    Object.fromEntries(
      tableNames.map((name) => [
        name,
        laterTables.includes(name)
          ? rowFactsSchema.default({ rows: 0, sha256: emptySha256 })
          : rowFactsSchema,
      ]),
    ) as Record<TableName, typeof rowFactsSchema>,
  ),
  assets: z.strictObject({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  /** Files that the studio itself had lost. */
  faults: z.array(z.strictObject({ sha256: sha256Schema, fault: z.enum(["missing", "damaged"]) })),
  /** Generations that were under way, which a later export has. */
  underWay: z.int().nonnegative(),
});
export type Manifest = z.output<typeof manifestSchema>;
