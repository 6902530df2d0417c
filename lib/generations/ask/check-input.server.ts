import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { listPrivateHosts } from "@/lib/connections/connection-addresses.server";
import type { Queryable } from "@/lib/db/database.server";
import type { Asset } from "@/lib/db/generated/client";
import { type FieldProblem, StudioError } from "@/lib/errors/studio-error";
import { assertPublicUrl } from "@/lib/network/public-addresses.server";
import type {
  GeneratorDefinition,
  InputAsset,
  InputCheck,
  InputCheckContext,
} from "../record/definition-port";

/**
 * What is wrong with a parsed input beyond its schema: addresses that are not public, and what the generator's own check
 * finds, for example in files.
 */
export async function findInputProblems(
  definition: GeneratorDefinition,
  input: unknown,
  options: { connection: ResolvedConnection; check: InputCheck | undefined; context: InputCheckContext },
): Promise<FieldProblem[]> {
  const urls = await findRefusedUrls(definition.listInputUrls(input), listPrivateHosts(options.connection));
  return urls.length > 0 ? urls : ((await options.check?.(input, options.context)) ?? []);
}

/** Addresses that the service fetches must be public, or on a host of the connection. */
async function findRefusedUrls(
  urls: { field: string; url: string }[],
  ownHosts: readonly string[],
): Promise<FieldProblem[]> {
  for (const { field, url } of urls) {
    try {
      await assertPublicUrl(url, { allowedHosts: ownHosts });
    } catch (cause) {
      if (!(cause instanceof StudioError)) throw cause;
      return [{ path: field, key: "url.refused" }];
    }
  }
  return [];
}

/**
 * The file names of input files by asset, sorted by ID; those without a name are missing. None of the files can be removed
 * until the transaction ends.
 *
 * @throws StudioError asset.missing
 */
export async function requireOwnAssets(
  transaction: Queryable,
  userId: string,
  wanted: readonly InputAsset[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const ids = [...new Set(wanted.map(({ assetId }) => assetId))];
  const found = await transaction.$queryRaw<Pick<Asset, "id" | "kind" | "fileName">[]>`
    SELECT "id", "kind", "fileName" FROM "Asset"
    WHERE "userId" = ${userId}::uuid AND "id" = ANY (${ids}::uuid[])
    ORDER BY "id" FOR KEY SHARE`;
  const kinds = new Map(found.map(({ id, kind }) => [id, kind]));
  const missing = wanted.filter(({ assetId, kind }) => ![kind].flat().includes(kinds.get(assetId) ?? ""));
  if (missing.length === 0)
    return new Map(found.flatMap(({ id, fileName }) => (fileName === null ? [] : [[id, fileName]])));
  throw new StudioError("asset.missing", {
    fields: missing.map(({ field, assetId }) => ({
      path: field,
      key: kinds.has(assetId) ? "asset.kind" : "asset.missing",
    })),
  });
}

/** The generation that a new one was created from. Throws not-found. */
export async function requireOwnParent(transaction: Queryable, userId: string, parentId: string) {
  const parent = await transaction.generation.findFirst({
    where: { id: parentId, userId, erasedAt: null },
    select: { generator: true, input: true, idea: true },
  });
  if (!parent) throw new StudioError("not-found");
  return parent;
}
