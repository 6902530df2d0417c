import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxClock, Settings } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** What is wrong with a link on purpose. */
export interface LinkFaults {
  dead?: boolean;
  garbage?: boolean;
  truncated?: boolean;
  delayMs?: number;
}

export interface Link {
  /** Random name with its extension, the last part of the URL. */
  name: string;
  contentType: string;
  createdAt: number;
  lifetimeMs: number;
  faults: LinkFaults;
}

/** Delivered media under random names that expire, as an object store hands them out. Bytes lie on disk. */
export class LinkStore {
  private readonly folder: string;
  private readonly clock: SandboxClock;
  private readonly settings: Settings;
  private readonly links: Table<Link>;

  constructor(journal: Journal, dataFolder: string, clock: SandboxClock, settings: Settings) {
    this.links = new Table(journal, "links");
    this.folder = join(dataFolder, "links");
    this.clock = clock;
    this.settings = settings;
    mkdirSync(this.folder, { recursive: true });
  }

  /** Stores the bytes, or a copy of the file, and answers the path under which they can be fetched. */
  async publish(
    media: ({ bytes: Uint8Array } | { path: string }) & {
      contentType: string;
      extension: string;
      lifetimeMs?: number;
      faults?: LinkFaults;
    },
  ): Promise<string> {
    const link: Link = {
      name: `${randomBytes(18).toString("hex")}.${media.extension}`,
      contentType: media.contentType,
      createdAt: this.clock.now(),
      lifetimeMs: media.lifetimeMs ?? DAY_MS,
      faults: media.faults ?? {},
    };
    const target = join(this.folder, link.name);
    if ("path" in media) await copyFile(media.path, target);
    else await writeFile(target, media.bytes);
    this.links.set(link.name, link);
    await this.removeLongDead();
    return `/files/${link.name}`;
  }

  find(name: string): Link | null {
    return this.links.get(name) ?? null;
  }

  isExpired(link: Link): boolean {
    const lifetimeMs = this.settings.urlLifetimeMs ?? link.lifetimeMs;
    return this.clock.now() >= link.createdAt + lifetimeMs;
  }

  async locate(link: Link): Promise<{ path: string; sizeBytes: number }> {
    const path = join(this.folder, link.name);
    return { path, sizeBytes: (await stat(path)).size };
  }

  async reset(): Promise<void> {
    const links = this.links.list();
    this.links.clear();
    await Promise.all(links.map(({ name }) => rm(join(this.folder, name), { force: true })));
  }

  /** Bytes of links dead for a day are removed, so that a sandbox that runs for weeks does not fill the disk. */
  private async removeLongDead(): Promise<void> {
    for (const link of this.links.list()) {
      if (this.clock.now() < link.createdAt + link.lifetimeMs + DAY_MS) return;
      this.links.delete(link.name);
      await rm(join(this.folder, link.name), { force: true });
    }
  }
}
