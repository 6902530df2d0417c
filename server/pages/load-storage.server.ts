import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeTrash } from "@/lib/generations/change/empty-trash.server";
import { listUploads } from "@/lib/generations/read/list-uploads.server";
import type { UploadPage, UploadSort } from "@/lib/generations/read/uploads-dto";
import type { TrashContents } from "@/lib/items/delete-items-dto";
import type { ItemPage } from "@/lib/items/item-dto";
import { listItems } from "@/lib/items/read/list-items.server";
import { getStorageUsage } from "@/lib/media/get-storage-usage.server";
import type { StorageUsage } from "@/lib/media/storage-dto";

const shownItems = 10;
const shownUploads = 40;

interface Storage {
  usage: StorageUsage;
  trash: TrashContents;
  /** A page of the largest items. */
  largest: ItemPage;
  isFirst: boolean;
}

/** What the storage page of a person shows. */
export async function loadStorage(userId: string, cursor: string | undefined): Promise<Storage> {
  const database = getDatabase();
  const list = (position: { cursor?: string }) =>
    listItems(database, userId, { sort: "largest", limit: shownItems, ...position });
  const [usage, trash, largest] = await Promise.all([
    getStorageUsage(userId, database),
    describeTrash(database, userId),
    withoutBadCursor(cursor, list),
  ]);
  return { usage, trash, largest: largest.page, isFirst: largest.isFirst };
}

/** A page of a person's uploads. */
export async function loadUploads(
  userId: string,
  { sort, cursor }: { sort: UploadSort; cursor: string | undefined },
): Promise<{ page: UploadPage; isFirst: boolean }> {
  return withoutBadCursor(cursor, (position) =>
    listUploads(getDatabase(), userId, { sort, limit: shownUploads, ...position }),
  );
}

/** The page of an address; the first one for an address that no page links to. */
async function withoutBadCursor<Page>(
  cursor: string | undefined,
  list: (position: { cursor?: string }) => Promise<Page>,
): Promise<{ page: Page; isFirst: boolean }> {
  if (cursor === undefined) return { page: await list({}), isFirst: true };
  try {
    return { page: await list({ cursor }), isFirst: false };
  } catch (error) {
    if (!(error instanceof StudioError && error.code === "input.invalid")) throw error;
    return { page: await list({}), isFirst: true };
  }
}
