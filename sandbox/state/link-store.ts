import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxClock, Settings } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
/** What a bad gateway answers instead of the file. */
export const GARBAGE = "<!doctype html><title>Bad gateway</title><p>The store is not feeling well.</p>";

/** What is wrong with a link on purpose. */
export interface LinkFaults {
  dead?: boolean;
  garbage?: boolean;
  truncated?: boolean;
  delayMs?: number;
}

interface Link {
  /** Random name with its extension, the last part of the URL. */
  name: string;
  contentType: string;
  createdAt: number;
  lifetimeMs: number;
  faults: LinkFaults;
}

/** Delivered media under random names that expire, as an object store hands them out. */
export class LinkStore {
  /** Address of the main listener, known once it listens. */
  baseUrl = "";
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

  /** Stores the bytes, or a copy of the file, and returns the URL under which they can be fetched. */
  async publish(media: {
    content: Uint8Array | { path: string };
    contentType: string;
    extension: string;
    lifetimeMs?: number;
    faults?: LinkFaults;
  }): Promise<string> {
    const { content, contentType, extension, lifetimeMs = DAY_MS, faults = {} } = media;
    const name = `${randomBytes(18).toString("hex")}.${extension}`;
    const link: Link = { name, contentType, createdAt: this.clock.now(), lifetimeMs, faults };
    if (faults.garbage === true) await writeFile(this.pathOf(link), GARBAGE);
    else if ("path" in content) await copyFile(content.path, this.pathOf(link));
    else await writeFile(this.pathOf(link), content);
    this.links.set(name, link);
    await this.removeLongDead();
    return `${this.baseUrl}/files/${name}`;
  }

  find(name: string): Link | null {
    return this.links.get(name) ?? null;
  }

  isExpired(link: Link): boolean {
    return this.clock.now() >= link.createdAt + (this.settings.urlLifetimeMs ?? link.lifetimeMs);
  }

  pathOf({ name }: Link): string {
    return join(this.folder, name);
  }

  async reset(): Promise<void> {
    const links = this.links.list();
    this.links.clear();
    await Promise.all(links.map((link) => rm(this.pathOf(link), { force: true })));
  }

  /** Removes the bytes of links dead for a day, so that a sandbox that runs for weeks does not fill the disk. */
  private async removeLongDead(): Promise<void> {
    for (const link of this.links.list()) {
      if (this.clock.now() < link.createdAt + link.lifetimeMs + DAY_MS) return;
      this.links.delete(link.name);
      await rm(this.pathOf(link), { force: true });
    }
  }
}
