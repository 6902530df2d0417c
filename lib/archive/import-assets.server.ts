import { type Database, jsonNull, type Queryable } from "@/lib/db/database.server";
import { type BlobHold, shortenHold } from "@/lib/media/removal/hold-blob.server";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import { ArchiveError } from "./archive-error";
import type { ArchiveRow } from "./archive-tables.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";
import { type FileColumns, storeFile } from "./store-file.server";

type AssetRow = ArchiveRow<"assets">;

/** A stored file whose row is not written yet. */
export interface StoredFile {
  id: string;
  asset: AssetRow;
  columns: FileColumns;
  hold: BlobHold;
}

const batchSize = 1_000;

/** The assets of an archive and their rows here. Keeps all of them in memory. */
export class AssetMap {
  readonly #rows = new Map<string, { asset: AssetRow; id: string; isKnown: boolean }>();
  readonly #lost: ReadonlySet<string>;

  private constructor(lost: ReadonlySet<string>) {
    this.#lost = lost;
  }

  /** @throws ArchiveError where a file is missing or has another size, or two rows are one asset */
  static async read(archive: Archive, database: Database, userId: string): Promise<AssetMap> {
    const map = new AssetMap(new Set(archive.manifest.faults.map(({ sha256 }) => sha256)));
    let batch: AssetRow[] = [];
    const seen = new Set<string>();
    for await (const asset of archive.readRows("assets")) {
      const contents = `${asset.origin} ${asset.sha256}`;
      if (seen.has(contents) || map.#rows.has(asset.id)) {
        throw new ArchiveError(`The archive has the asset ${asset.id} twice.`);
      }
      seen.add(contents);
      map.#requireFile(archive, asset);
      batch.push(asset);
      if (batch.length < batchSize) continue;
      await map.#add(batch, database, userId);
      batch = [];
    }
    await map.#add(batch, database, userId);
    return map;
  }

  #requireFile(archive: Archive, { sha256, bytes }: AssetRow): void {
    if (this.#lost.has(sha256)) return;
    const member = archive.findAsset(sha256);
    if (!member) {
      throw new ArchiveError(`The archive lacks the file ${sha256}: it isn't complete.`, {
        fault: "incomplete",
      });
    }
    if (member.bytes !== bytes) {
      throw new ArchiveError(`${member.name} has ${member.bytes} bytes instead of ${bytes}.`);
    }
  }

  /** The account has an asset if it has these bytes from the same origin, whatever its ID. */
  async #add(batch: readonly AssetRow[], database: Database, userId: string): Promise<void> {
    const ids = await mapIds(database, { table: "Asset", userId, ids: batch.map(({ id }) => id) });
    const known = await database.asset.findMany({
      where: { userId, sha256: { in: batch.map(({ sha256 }) => sha256) } },
      select: { id: true, sha256: true, origin: true },
    });
    const byContents = new Map(known.map(({ id, sha256, origin }) => [`${origin} ${sha256}`, id]));
    for (const asset of batch) {
      const own = byContents.get(`${asset.origin} ${asset.sha256}`);
      const mapped = ids.get(asset.id)!;
      if (own === undefined && mapped.isKnown) {
        throw new ArchiveError(`The asset ${asset.id} has other bytes in this account.`);
      }
      this.#rows.set(asset.id, { asset, id: own ?? mapped.id, isKnown: own !== undefined });
    }
  }

  /** @throws ArchiveError for an asset that the archive doesn't have */
  #require(archivedId: string) {
    const row = this.#rows.get(archivedId);
    if (!row) throw new ArchiveError(`The archive names the asset ${archivedId}, which it doesn't have.`);
    return row;
  }

  isLost(archivedId: string): boolean {
    const { asset, isKnown } = this.#require(archivedId);
    return !isKnown && this.#lost.has(asset.sha256);
  }

  idOf(archivedId: string): string {
    return this.#require(archivedId).id;
  }

  findId(archivedId: string): string | undefined {
    return this.#rows.get(archivedId)?.id;
  }

  /** Uploads that the account doesn't have. */
  listNewUploads(): string[] {
    return this.#listNew()
      .filter(({ asset }) => asset.origin === "upload")
      .map(({ asset }) => asset.id);
  }

  countNewBytes(): number {
    return this.#listNew().reduce((sum, { asset }) => sum + asset.bytes, 0);
  }

  #listNew() {
    return [...this.#rows.values()].filter(({ asset, isKnown }) => !isKnown && !this.#lost.has(asset.sha256));
  }

  /** Stores the files of assets that the account doesn't have, and holds them until their rows are written. */
  async storeNew(
    archivedIds: Iterable<string>,
    { archive, ...target }: { archive: Archive; database: Database; store: BlobStore; userId: string },
  ): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for (const archivedId of new Set(archivedIds)) {
      const { asset, id, isKnown } = this.#require(archivedId);
      if (isKnown) continue;
      files.push({ id, asset, ...(await storeFile(target, asset, archive.findAsset(asset.sha256)!)) });
    }
    return files;
  }

  /** Call it once the rows are written. */
  async settle(files: readonly StoredFile[], database: Database): Promise<void> {
    for (const { asset, hold } of files) {
      this.#require(asset.id).isKnown = true;
      await shortenHold(database, hold);
    }
  }
}

export async function writeAssets(
  transaction: Queryable,
  userId: string,
  files: readonly StoredFile[],
): Promise<void> {
  await transaction.asset.createMany({
    data: files.map(({ id, asset, columns }) => ({
      id,
      userId,
      sha256: asset.sha256,
      bytes: BigInt(asset.bytes),
      origin: asset.origin,
      fileName: asset.fileName,
      createdAt: asset.createdAt,
      ...columns,
      facts: columns.facts ?? jsonNull,
    })),
  });
}
