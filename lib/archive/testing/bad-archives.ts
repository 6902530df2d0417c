import path from "node:path";
import { expect } from "vitest";
import { compareStore } from "@/lib/media/removal/compare-store.server";
import { ArchiveError } from "../archive-error";
import type { ArchiveLimits } from "../archive-format.server";
import { importAccount } from "../import-account.server";
import type { Imported } from "../import-archive.server";
import { correctManifest, readMembers, writeArchive } from "./archives";
import { addGeneration, type ArchiveStudio, createArchiveStudio, exportTo, storeSample } from "./studio";

export type Members = Map<string, Buffer>;
type Row = Record<string, unknown>;

export const assetNames = (members: Members): string[] =>
  [...members.keys()].filter((name) => name.startsWith("assets/"));

/** An archive of two generations with four files, to be changed in many ways, and an empty studio that imports it. */
export class BadArchives {
  readonly source: ArchiveStudio;
  readonly target: ArchiveStudio;
  readonly good: string;
  /** What is imported. */
  readonly file: string;

  private constructor(source: ArchiveStudio, target: ArchiveStudio, good: string) {
    this.source = source;
    this.target = target;
    this.good = good;
    this.file = path.join(source.folder, "bad.zip");
  }

  static async create(): Promise<BadArchives> {
    const [source, target] = await Promise.all([createArchiveStudio(), createArchiveStudio()]);
    const first = await addGeneration(source, {}, ["audio", "image"]);
    const second = await addGeneration(source, { parentId: first.id, relation: "vary" });
    const upload = await storeSample(source, "audio", "upload", "a.wav");
    await source.test.database.generationAsset.create({
      data: { generationId: second.id, assetId: upload.id, field: "audio" },
    });
    return new BadArchives(source, target, (await exportTo(source, "good.zip")).file);
  }

  async drop(): Promise<void> {
    await Promise.all([this.source.drop(), this.target.drop()]);
  }

  /** Removes what was imported. */
  async reset(): Promise<void> {
    const { database } = this.target.test;
    await database.user.updateMany({ data: { diskQuotaBytes: null } });
    await database.item.deleteMany();
    await database.generation.deleteMany();
    await database.asset.deleteMany();
  }

  run({
    limits,
    email = this.target.email,
  }: { limits?: ArchiveLimits; email?: string } = {}): Promise<Imported> {
    const { test, store } = this.target;
    return importAccount({
      databaseUrl: test.url,
      store,
      email,
      file: this.file,
      ...(limits ? { limits } : {}),
    });
  }

  /** Expects a plain error, and a studio without anything of the archive. */
  async expectRefusal(message: string | RegExp, limits?: ArchiveLimits): Promise<void> {
    const error: unknown = await this.run(limits ? { limits } : {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ArchiveError);
    expect((error as ArchiveError).message).toMatch(message);
    const { database } = this.target.test;
    expect([await database.generation.count(), await database.asset.count()]).toEqual([0, 0]);
    expect(await compareStore({ database, store: this.target.store })).toMatchObject({ unnamedCount: 0 });
  }

  async change(apply: (members: Members) => void): Promise<void> {
    const members = await readMembers(this.good);
    apply(members);
    await writeArchive(this.file, members);
  }

  /** Changes the rows of a table, with the manifest that belongs to them. */
  changeRows(
    table: string,
    apply: (rows: Row[]) => Row[] | void,
    also: (members: Members) => unknown = () => {},
  ): Promise<void> {
    return this.change((members) => {
      const name = `rows/${table}.jsonl`;
      const lines = members.get(name)!.toString().split("\n");
      const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
      const changed = apply(rows) ?? rows;
      members.set(name, Buffer.from(changed.map((row) => `${JSON.stringify(row)}\n`).join("")));
      also(members);
      correctManifest(members);
    });
  }

  changeManifest(changes: object): Promise<void> {
    return this.change((members) => {
      const manifest = JSON.parse(members.get("manifest.json")!.toString()) as object;
      members.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, ...changes })));
    });
  }
}
