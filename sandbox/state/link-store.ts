import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxClock, Settings } from "../settings.ts";
import { type Journal, Table } from "./journal.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
/** What a bad gateway answers instead of the file. */
export const GARBAGE = "<!doctype html><title>Bad gateway</title><p>The store is not feeling well.</p>";

export interface LinkFaults {
  dead?: boolean;
  garbage?: boolean;
  delayMs?: number;
  /** How many more downloads break off halfway. */
  cuts?: number;
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
export function createLinkStore(
  journal: Journal,
  dataFolder: string,
  clock: SandboxClock,
  settings: Settings,
) {
  const links = new Table<Link>(journal, "links");
  const folder = join(dataFolder, "links");
  mkdirSync(folder, { recursive: true });

  /** Stores the bytes, or a copy of the file, and returns the URL under which they can be fetched. */
  async function publish(media: {
    content: Uint8Array | { path: string };
    contentType: string;
    extension: string;
    lifetimeMs?: number;
    faults?: LinkFaults;
  }): Promise<string> {
    const { content, contentType, extension, lifetimeMs = DAY_MS, faults = {} } = media;
    const name = `${randomBytes(18).toString("hex")}.${extension}`;
    const link: Link = { name, contentType, createdAt: clock.now(), lifetimeMs, faults };
    if (faults.garbage === true) await writeFile(pathOf(link), GARBAGE);
    else if ("path" in content) await copyFile(content.path, pathOf(link));
    else await writeFile(pathOf(link), content);
    links.set(name, link);
    await removeLongDead();
    return `${store.baseUrl}/files/${name}`;
  }

  const find = (name: string): Link | null => links.get(name) ?? null;
  const isExpired = (link: Link): boolean =>
    clock.now() >= link.createdAt + (settings.urlLifetimeMs ?? link.lifetimeMs);
  const pathOf = ({ name }: Link): string => join(folder, name);

  /** Counts a download; true when it is to break off. */
  function takeCut(link: Link): boolean {
    const { cuts = 0 } = link.faults;
    if (cuts > 0) links.set(link.name, { ...link, faults: { ...link.faults, cuts: cuts - 1 } });
    return cuts > 0;
  }

  async function reset(): Promise<void> {
    const all = links.list();
    links.clear();
    await Promise.all(all.map((link) => rm(pathOf(link), { force: true })));
  }

  /** Removes the bytes of links dead for a day, so that a sandbox that runs for weeks does not fill the disk. */
  async function removeLongDead(): Promise<void> {
    for (const link of links.list()) {
      if (clock.now() < link.createdAt + link.lifetimeMs + DAY_MS) return;
      links.delete(link.name);
      await rm(pathOf(link), { force: true });
    }
  }

  /** `baseUrl` is the address of the main listener, known once it listens. */
  const store = { baseUrl: "", publish, find, isExpired, pathOf, takeCut, reset };
  return store;
}
