import { randomUUID } from "node:crypto";
import { StudioError } from "@/lib/errors/studio-error";

const ticketMinutes = 10;
const ticketsPerPerson = 8;
const openPerPerson = 3;

/** Items that a person may download as one archive. */
export interface ArchiveTicket {
  id: string;
  userId: string;
  itemIds: readonly string[];
  expiresAt: number;
}

interface Archives {
  tickets: Map<string, ArchiveTicket>;
  /** Archives that are being downloaded, by person. */
  open: Map<string, number>;
}

// One per process, although Next bundles routes separately. A studio has one web process, and a restart only ends tickets.
const globalForArchives = globalThis as { reverieArchives?: Archives };

function getArchives(): Archives {
  return (globalForArchives.reverieArchives ??= { tickets: new Map(), open: new Map() });
}

/** Keeps a list of items for 10 minutes, so that its download has a short address. A person's oldest tickets end first. */
export function issueTicket(userId: string, itemIds: readonly string[], now: number): ArchiveTicket {
  const { tickets } = getArchives();
  for (const { id, expiresAt } of tickets.values()) if (expiresAt <= now) tickets.delete(id);
  const own = [...tickets.values()].filter((ticket) => ticket.userId === userId);
  for (const { id } of own.slice(0, Math.max(0, own.length + 1 - ticketsPerPerson))) tickets.delete(id);
  const ticket = { id: randomUUID(), userId, itemIds, expiresAt: now + ticketMinutes * 60_000 };
  tickets.set(ticket.id, ticket);
  return ticket;
}

/** @throws StudioError not-found, also for an expired ticket and somebody else's */
export function findTicket(id: string, userId: string, now: number): ArchiveTicket {
  const ticket = getArchives().tickets.get(id);
  if (ticket?.userId !== userId || ticket.expiresAt <= now) throw new StudioError("not-found");
  return ticket;
}

/**
 * Holds one of the places for archives that a person downloads at once, which limits their memory.
 *
 * @returns gives the place back; safe to call twice
 * @throws StudioError rate.throttled
 */
export function holdArchivePlace(userId: string): () => void {
  const { open } = getArchives();
  const held = open.get(userId) ?? 0;
  if (held >= openPerPerson) throw new StudioError("rate.throttled", { values: { retryAfterMs: 10_000 } });
  open.set(userId, held + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (open.get(userId) ?? 1) - 1;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  };
}
