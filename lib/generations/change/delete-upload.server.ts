import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import { StudioError } from "@/lib/errors/studio-error";
import { checkAssets, deleteUnusedAssets } from "@/lib/media/removal/remove-unused-files.server";
import { findUses, noUses } from "../read/list-uploads.server";
import { takeFromPresets } from "@/lib/presets/presets.server";
import type { DeletedUpload } from "../read/uploads-dto";
import type { GenerationServices } from "../record/services.server";
import { removeFiles } from "./delete-items.server";

/**
 * Deletes an upload for good. If generations or presets use it, it is left and they are returned, unless `includeUsed`: then
 * it leaves the list, its file goes with the last of the generations, and the presets lose it.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function deleteUpload(
  { database, clock }: Pick<GenerationServices, "database" | "clock">,
  { author, id, includeUsed }: { author: AuditAuthor; id: string; includeUsed: boolean },
): Promise<DeletedUpload> {
  const { digests, ...result } = await database.$transaction(async (transaction) => {
    const [upload] = await transaction.$queryRaw<{ sha256: string }[]>`
      SELECT "sha256" FROM "Asset"
      WHERE "id" = ${id}::uuid AND "userId" = ${author.userId}::uuid AND "origin" = 'upload' AND "deletedAt" IS NULL
      FOR UPDATE`;
    if (!upload) throw new StudioError("not-found");
    const uses = (await findUses(transaction, [id])).get(id) ?? noUses;
    if (uses.useCount + uses.presetCount > 0 && !includeUsed) return { deleted: false, ...uses, digests: [] };
    await transaction.asset.update({ where: { id }, data: { deletedAt: new Date(clock.now()) } });
    await takeFromPresets(transaction, { userId: author.userId, assetId: id });
    const digests = await checkAssets(transaction, [id]);
    // Not only with its bytes, which are held for a day: a quota gives the room back at once.
    await deleteUnusedAssets(transaction, [id]);
    await recordAudit(transaction, { kind: "upload-deleted", author, subject: id });
    return { deleted: true, ...uses, digests };
  });
  await removeFiles({ database }, digests);
  return result;
}
