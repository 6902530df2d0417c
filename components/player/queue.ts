import type { Track } from "./track";

/** What plays, what came before it and what comes next. Each track stands in it once. */
export interface Queue {
  tracks: readonly Track[];
  /** Where the current track stands; -1 in an empty queue. */
  position: number;
}

export const emptyQueue: Queue = { tracks: [], position: -1 };

/** A queue that plays `track` and goes on as `tracks` do; a track that is not among them stands alone. */
export function startQueue(track: Track, tracks: readonly Track[] = []): Queue {
  const unique = [...new Map(tracks.map((each) => [each.id, each])).values()];
  const position = unique.findIndex(({ id }) => id === track.id);
  return position === -1
    ? { tracks: [track], position: 0 }
    : { tracks: unique.with(position, track), position };
}

export function currentOf({ tracks, position }: Queue): Track | null {
  return tracks[position] ?? null;
}

export function upcomingOf({ tracks, position }: Queue): readonly Track[] {
  return tracks.slice(position + 1);
}

/** The queue a step on (1) or back (-1); null at its ends. */
export function stepQueue(queue: Queue, by: 1 | -1): Queue | null {
  const position = queue.position + by;
  return queue.tracks[position] ? { ...queue, position } : null;
}

/** The queue with another of its tracks as the current one; the same when it has no such track. */
export function jumpInQueue(queue: Queue, id: string): Queue {
  const position = queue.tracks.findIndex((track) => track.id === id);
  return position === -1 ? queue : { ...queue, position };
}

/** Puts a track right after the current one, from wherever it stood. The current track stays where it is. */
export function queueNext(queue: Queue, track: Track): Queue {
  const rest = removeFromQueue(queue, track.id);
  if (rest === queue && currentOf(queue)?.id === track.id) return queue;
  return { ...rest, tracks: rest.tracks.toSpliced(rest.position + 1, 0, track) };
}

/** Puts a track at the end, from wherever it stood. The current track stays where it is. */
export function queueLast(queue: Queue, track: Track): Queue {
  const rest = removeFromQueue(queue, track.id);
  if (rest === queue && currentOf(queue)?.id === track.id) return queue;
  return { ...rest, tracks: [...rest.tracks, track] };
}

/** Takes a track out. The current one cannot be taken out: it plays. */
export function removeFromQueue(queue: Queue, id: string): Queue {
  const at = queue.tracks.findIndex((track) => track.id === id);
  if (at === -1 || at === queue.position) return queue;
  return {
    tracks: queue.tracks.toSpliced(at, 1),
    position: at < queue.position ? queue.position - 1 : queue.position,
  };
}

/** Moves an upcoming track one place up (-1) or down (1) among those that come. */
export function moveInQueue(queue: Queue, id: string, by: 1 | -1): Queue {
  const from = queue.tracks.findIndex((track) => track.id === id);
  const to = from + by;
  const track = queue.tracks[from];
  if (!track || from <= queue.position || to <= queue.position || to >= queue.tracks.length) return queue;
  return { ...queue, tracks: queue.tracks.toSpliced(from, 1).toSpliced(to, 0, track) };
}

/** Takes out everything that would come. */
export function clearUpcoming(queue: Queue): Queue {
  return { ...queue, tracks: queue.tracks.slice(0, queue.position + 1) };
}

/** The queue with newer facts of one of its tracks; the same when it has no such track. */
export function updateInQueue(queue: Queue, track: Track): Queue {
  const at = queue.tracks.findIndex(({ id }) => id === track.id);
  return at === -1 ? queue : { ...queue, tracks: queue.tracks.with(at, track) };
}
