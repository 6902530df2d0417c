import { z } from "zod";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { createFilmBodySchema, nameVersionBodySchema } from "@/lib/films/film-input";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { terminalStates } from "@/lib/generations/record/states";
import {
  countsSchema,
  outputFactsSchema,
  recordSchema,
  serviceFactsSchema,
} from "@/lib/generations/record/stored-facts";
import { maxTags, tagSchema } from "@/lib/items/item-input";
import { assetFactsSchema } from "@/lib/media/find-asset.server";
import { assetKinds } from "@/lib/media/stored-asset";
import { noticePreferencesSchema } from "@/lib/notices/notice-preferences";
import { presetInputSchema, presetNameSchema } from "@/lib/presets/preset-input";
import { projectColours } from "@/lib/projects/project-names";
import { createProjectBodySchema } from "@/lib/projects/project-input";
import { savedSearchNameSchema, savedSearchQuerySchema } from "@/lib/saved-searches/saved-search-input";
import { snippetFieldsSchema, snippetNameSchema, snippetTextSchema } from "@/lib/snippets/snippet-input";
import { webhookEventsSchema, webhookNameSchema, webhookUrlSchema } from "@/lib/webhooks/webhook-input";

/** A table of an archive: which rows of a scope it has, and what an import accepts. */
interface ArchiveTable<Schema extends z.ZodType> {
  /** Rows of the person $1, from the tables of archive-scope.server.ts, in the order in which an import reads them. */
  sql: string;
  row: Schema;
}

const table = <Schema extends z.ZodType>(entry: ArchiveTable<Schema>): ArchiveTable<Schema> => entry;

/** As PostgreSQL writes IDs, whose order is that of rows. */
const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const line = z.string().max(1_000);
const text = z.string().max(2_000_000);
const jsonList = z.array(z.unknown());
/** A JSON column as it is, without defaults, if whoever reads it can. */
const readableBy = (schema: z.ZodType) => recordSchema.refine((value) => schema.safeParse(value).success);
/** Room for every index of an integer column. */
const index = z.int().min(0).max(2_147_483_647);

/** The tables by their names in the archive. Rows that belong to generations are sorted like these. */
export const archiveTables = {
  assets: table({
    sql: `
      SELECT "id", "sha256", "bytes", "mimeType", "kind", "origin",
        CASE WHEN "userId" = $1 THEN "fileName" END AS "fileName", "width", "height", "durationSeconds",
        "facts", "createdAt"
      FROM files ORDER BY "id"`,
    row: z.strictObject({
      id,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().positive(),
      mimeType: line,
      kind: z.enum([...assetKinds, "other"]),
      origin: z.enum(["output", "upload"]),
      fileName: line.nullable(),
      width: index.nullable(),
      height: index.nullable(),
      durationSeconds: z.number().nullable(),
      facts: assetFactsSchema.nullable(),
      createdAt: time,
    }),
  }),
  generations: table({
    // Without connection, task and wait: nothing that could be sent again.
    sql: `
      SELECT take."id", take."generator", take."state", take."input", take."notes", take."title", take."searchText",
        take."idempotencyKey", take."inputHash", take."model", take."voice",
        take."connection" ->> 'profileId' AS "profileId", take."sandbox", take."counts", take."usage", take."facts",
        take."error", take."idea", take."take", take."batchId", parent."id" AS "parentId", take."relation", take."favourite",
        take."createdAt", take."startedAt", take."finishedAt", take."deletedAt", take."dismissedAt", take."erasedAt"
      FROM takes take LEFT JOIN takes parent ON parent."id" = take."parentId" ORDER BY take."id"`,
    row: z.strictObject({
      id,
      generator: line,
      // An imported generation is history, so none can be under way.
      state: z.enum(terminalStates),
      input: recordSchema,
      notes: jsonList.nullable(),
      title: line.nullable(),
      searchText: text,
      idempotencyKey: line,
      inputHash: line,
      model: line,
      voice: line.nullable(),
      profileId: line.nullable(),
      sandbox: z.boolean(),
      counts: readableBy(countsSchema).nullable(),
      usage: recordSchema.nullable(),
      facts: readableBy(serviceFactsSchema).nullable(),
      error: readableBy(errorFactsSchema).nullable(),
      idea: line.nullable(),
      take: index.nullable(),
      // Archives of versions without these two are imported, too.
      batchId: id.nullable().default(null),
      parentId: id.nullable(),
      relation: generationDtoSchema.shape.relation,
      favourite: z.boolean(),
      createdAt: time,
      startedAt: time.nullable(),
      finishedAt: time.nullable(),
      deletedAt: time.nullable(),
      dismissedAt: time.nullable().default(null),
      erasedAt: time.nullable(),
    }),
  }),
  attempts: table({
    sql: `
      SELECT attempt."generationId", attempt."number", attempt."state", attempt."startedAt", attempt."finishedAt",
        attempt."traceId", attempt."serviceCode", attempt."error"
      FROM "Attempt" attempt JOIN takes ON takes."id" = attempt."generationId"
      ORDER BY attempt."generationId", attempt."number"`,
    row: z.strictObject({
      generationId: id,
      number: index,
      state: z.enum(["prepared", "open", "answered", "refused", "unsent", "unknown"]),
      startedAt: time,
      finishedAt: time.nullable(),
      traceId: line.nullable(),
      serviceCode: z.int().min(-2_147_483_648).max(2_147_483_647).nullable(),
      error: recordSchema.nullable(),
    }),
  }),
  outputs: table({
    sql: `
      SELECT output."id", output."generationId", output."index", output."role", output."state", output."assetId",
        output."expectedKind", output."tries", output."error", output."facts", output."createdAt", output."storedAt"
      FROM results output WHERE output."state" IN ('stored', 'partial', 'failed')
      ORDER BY output."generationId", output."id"`,
    row: z.strictObject({
      id,
      generationId: id,
      index,
      role: line,
      state: z.enum(["stored", "partial", "failed"]),
      assetId: id.nullable(),
      expectedKind: line,
      tries: index,
      error: readableBy(errorFactsSchema).nullable(),
      facts: readableBy(outputFactsSchema).nullable(),
      createdAt: time,
      storedAt: time.nullable(),
    }),
  }),
  items: table({
    // What an item repeats of its generation and file is written again from these.
    sql: `
      SELECT item."id", item."generationId", item."takeName", item."searchText", item."title", item."tags",
        item."rating", item."favourite", item."deletedAt"
      FROM items item ORDER BY item."generationId", item."id"`,
    row: z.strictObject({
      id,
      generationId: id,
      takeName: line,
      searchText: text,
      title: line.nullable(),
      tags: z.array(tagSchema).max(maxTags),
      rating: z.int().min(0).max(5),
      favourite: z.boolean(),
      deletedAt: time.nullable(),
    }),
  }),
  inputs: table({
    sql: `
      SELECT input."generationId", input."assetId", input."field"
      FROM uses input
      ORDER BY input."generationId", input."assetId", input."field"`,
    row: z.strictObject({ generationId: id, assetId: id, field: line }),
  }),
  projects: table({
    // Without members, who are accounts of this studio.
    sql: `
      SELECT "id", "title", "notes", "colour", "createdAt",
        (SELECT item."id" FROM items item WHERE item."id" = project."coverItemId") AS "coverItemId"
      FROM "Project" project WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      title: createProjectBodySchema.shape.title,
      notes: z.string().max(20_000),
      colour: z.enum(projectColours),
      createdAt: time,
      coverItemId: id.nullable(),
    }),
  }),
  projectItems: table({
    // In the person's own projects; those of others belong to these.
    sql: `
      SELECT place."projectId", place."itemId", place."position", place."addedAt"
      FROM "ProjectItem" place JOIN "Project" project ON project."id" = place."projectId" AND project."userId" = $1
      JOIN items item ON item."id" = place."itemId"
      ORDER BY place."projectId", place."position", place."itemId"`,
    row: z.strictObject({ projectId: id, itemId: id, position: z.number(), addedAt: time }),
  }),
  preferences: table({
    sql: `SELECT "key", "value" FROM "Preference"
      WHERE "userId" = $1 AND "key" IN ('voices.favourites', 'notifications') ORDER BY "key"`,
    // Another one needs its own schema here.
    row: z.discriminatedUnion("key", [
      z.strictObject({ key: z.literal("voices.favourites"), value: z.array(line).max(500) }),
      z.strictObject({ key: z.literal("notifications"), value: noticePreferencesSchema }),
    ]),
  }),
  savedSearches: table({
    sql: `SELECT "id", "name", "query", "position", "createdAt" FROM "SavedSearch" WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      name: savedSearchNameSchema,
      query: savedSearchQuerySchema,
      position: index,
      createdAt: time,
    }),
  }),
  presets: table({
    sql: `
      SELECT "id", "generator", "name", "input", "isDefault", "createdAt",
        (SELECT coalesce(jsonb_agg(used."assetId" ORDER BY used."assetId"), '[]') FROM "PresetAsset" used
          WHERE used."presetId" = preset."id") AS "assetIds"
      FROM "Preset" preset WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      generator: line,
      name: presetNameSchema,
      input: presetInputSchema,
      isDefault: z.boolean(),
      createdAt: time,
      assetIds: z.array(id).max(1_000),
    }),
  }),
  snippets: table({
    sql: `SELECT "id", "name", "text", "fields", "createdAt" FROM "Snippet" WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      name: snippetNameSchema,
      text: snippetTextSchema,
      fields: snippetFieldsSchema,
      createdAt: time,
    }),
  }),
  webhooks: table({
    // Without secrets, and without the log: a webhook is imported disabled and needs a new secret.
    sql: `SELECT "id", "name", "url", "events", "createdAt" FROM "Webhook" WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      name: webhookNameSchema,
      url: webhookUrlSchema,
      events: webhookEventsSchema,
      createdAt: time,
    }),
  }),
  films: table({
    // Their own; the films of others in their projects belong to these.
    sql: `
      SELECT "id", "title", "projectId", "version", "document", "createdAt", "updatedAt", "deletedAt"
      FROM "Film" film WHERE "userId" = $1 ORDER BY "id"`,
    row: z.strictObject({
      id,
      title: createFilmBodySchema.shape.title,
      projectId: id.nullable(),
      version: index.min(1),
      // Read by the import, which has words for one of a newer version.
      document: recordSchema,
      createdAt: time,
      updatedAt: time,
      deletedAt: time.nullable(),
    }),
  }),
  filmVersions: table({
    // Without the names of others who saved them, who are accounts of this studio.
    sql: `
      SELECT version."filmId", version."number", version."name", version."document", version."savedAt",
        version."savedById" IS NOT DISTINCT FROM $1 AS "isOwn"
      FROM "FilmVersion" version JOIN "Film" film ON film."id" = version."filmId" AND film."userId" = $1
      ORDER BY version."filmId", version."number"`,
    row: z.strictObject({
      filmId: id,
      number: index.min(1),
      name: nameVersionBodySchema.shape.name,
      document: recordSchema,
      savedAt: time,
      isOwn: z.boolean(),
    }),
  }),
} as const;

export type TableName = keyof typeof archiveTables;
export const tableNames = Object.keys(archiveTables) as TableName[];

/** A row as an import reads it. */
export type ArchiveRow<Name extends TableName> = z.output<(typeof archiveTables)[Name]["row"]>;
