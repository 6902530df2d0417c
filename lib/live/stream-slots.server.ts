import { StudioError } from "@/lib/errors/studio-error";

/** How many streams may be open at the same time. */
export interface StreamLimits {
  perPerson: number;
  /** Per session or token. */
  perCredential: number;
}

/**
 * Of events. A browser opens six connections per HTTP/1.1 host, for all tabs together; over HTTP/2 it opens more, but a
 * hidden tab closes its stream after a minute.
 */
export const streamLimits: StreamLimits = { perPerson: 24, perCredential: 8 };

/** Of audio that is still being generated. A browser plays one; a script may save many at once. */
export const soundStreamLimits: StreamLimits = { perPerson: 32, perCredential: 16 };

/** Of requests that wait for the end of a generation. A script may wait for many at once. */
export const waitLimits: StreamLimits = { perPerson: 32, perCredential: 16 };

/** After how long a refused stream may be tried again; when a slot becomes free is unknown. */
const retryAfterMs = 10_000;

interface Slot {
  userId: string;
  credentialId: string;
  /** A newer stream takes this slot: the stream ends. A stream without it keeps its slot, and a newer one is refused. */
  onReplaced?(): void;
}

export interface StreamSlots {
  /**
   * Takes a slot, of the oldest stream if none is free, until the returned function is called.
   *
   * @throws StudioError rate.throttled where the oldest stream keeps its slot, with `retryAfterMs`
   */
  take(slot: Slot): () => void;
  /** The number of slots that are taken. */
  count(): number;
}

/** The open streams of this process. There is one web process per studio, so these are all of a person. */
export function createStreamSlots({ perPerson, perCredential }: StreamLimits = streamLimits): StreamSlots {
  /** By person, oldest first. */
  const slots = new Map<string, Set<Slot>>();

  function leave(slot: Slot): void {
    const own = slots.get(slot.userId);
    own?.delete(slot);
    if (own?.size === 0) slots.delete(slot.userId);
  }

  return {
    take(slot) {
      const own = [...(slots.get(slot.userId) ?? [])];
      const ofCredential = own.filter(({ credentialId }) => credentialId === slot.credentialId);
      const [replaced] =
        ofCredential.length >= perCredential ? ofCredential : own.length >= perPerson ? own : [];
      if (replaced) {
        if (!replaced.onReplaced) throw new StudioError("rate.throttled", { values: { retryAfterMs } });
        leave(replaced);
        replaced.onReplaced();
      }
      slots.set(slot.userId, (slots.get(slot.userId) ?? new Set()).add(slot));
      return () => leave(slot);
    },
    count: () => [...slots.values()].reduce((sum, { size }) => sum + size, 0),
  };
}
