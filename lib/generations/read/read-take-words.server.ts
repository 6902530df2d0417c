import type { Queryable } from "@/lib/db/database.server";
import type { TakeWords } from "@/lib/items/change/store-item.server";
import { describeGeneration } from "./describe-generation";
import { recordSchema } from "../record/stored-facts";

interface WordsRow {
  title: string | null;
  input: unknown;
  model: string;
  facts: unknown;
  searchText: string;
  voice: string | null;
  /** Of the input files: the names of results, else file names. */
  inputNames: string[];
}

/** What the items of a generation are called and found by. */
export async function readTakeWords(database: Queryable, generationId: string): Promise<TakeWords> {
  const [row] = await database.$queryRaw<[WordsRow]>`
    SELECT take."title", take."input", take."model", take."facts", take."searchText", take."voice", ARRAY(
      SELECT name FROM "GenerationAsset" used JOIN "Asset" asset ON asset."id" = used."assetId",
        LATERAL (SELECT coalesce((
          SELECT coalesce(item."title", item."takeName") FROM "Item" item WHERE item."assetId" = asset."id"
          ORDER BY item."id" DESC LIMIT 1
        ), asset."fileName")) named(name)
      WHERE used."generationId" = take."id" AND name IS NOT NULL ORDER BY used."field"
    ) AS "inputNames"
    FROM "Generation" take WHERE take."id" = ${generationId}::uuid`;
  const described = {
    title: row.title,
    input: recordSchema.parse(row.input),
    model: row.model,
    facts: recordSchema.parse(row.facts ?? {}),
    inputFiles: row.inputNames.map((name) => ({ name })),
  };
  return {
    name: describeGeneration(described),
    searchText: row.voice === null ? row.searchText : `${row.searchText}\n${row.voice}`,
  };
}
