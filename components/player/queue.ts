import type { Track } from "./track";

/** The current track, those before and those after it. Each track appears once. */
export interface Queue {
  tracks: readonly Track[];
  /** Index of the current track; -1 in an empty queue. */
  position: number;
}

export const emptyQueue: Queue = { tracks: [], position: -1 };

/** Creates a queue that plays `track` and continues as `tracks` do; only `track` if it is not among them. */
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

/** Moves one track forward (1) or back (-1); null at the ends. */
export function stepQueue(queue: Queue, by: 1 | -1): Queue | null {
  const position = queue.position + by;
  return queue.tracks[position] ? { ...queue, position } : null;
}

/** Makes another track of the queue the current one. Unchanged if it is not in the queue. */
export function jumpInQueue(queue: Queue, id: string): Queue {
  const position = queue.tracks.findIndex((track) => track.id === id);
  return position === -1 ? queue : { ...queue, position };
}

/** Moves or inserts a track after the current one. The current track stays. */
export function queueNext(queue: Queue, track: Track): Queue {
  const rest = removeFromQueue(queue, track.id);
  if (rest === queue && currentOf(queue)?.id === track.id) return queue;
  return { ...rest, tracks: rest.tracks.toSpliced(rest.position + 1, 0, track) };
}

/** Moves or appends a track to the end. The current track stays. */
export function queueLast(queue: Queue, track: Track): Queue {
  const rest = removeFromQueue(queue, track.id);
  if (rest === queue && currentOf(queue)?.id === track.id) return queue;
  return { ...rest, tracks: [...rest.tracks, track] };
}

/** Removes a track, except the current one. */
export function removeFromQueue(queue: Queue, id: string): Queue {
  const at = queue.tracks.findIndex((track) => track.id === id);
  if (at === -1 || at === queue.position) return queue;
  return {
    tracks: queue.tracks.toSpliced(at, 1),
    position: at < queue.position ? queue.position - 1 : queue.position,
  };
}

/** Moves an upcoming track up (-1) or down (1) among the upcoming ones. */
export function moveInQueue(queue: Queue, id: string, by: 1 | -1): Queue {
  const from = queue.tracks.findIndex((track) => track.id === id);
  const to = from + by;
  const track = queue.tracks[from];
  if (!track || from <= queue.position || to <= queue.position || to >= queue.tracks.length) return queue;
  return { ...queue, tracks: queue.tracks.toSpliced(from, 1).toSpliced(to, 0, track) };
}

/** Removes all upcoming tracks. */
export function clearUpcoming(queue: Queue): Queue {
  return { ...queue, tracks: queue.tracks.slice(0, queue.position + 1) };
}

/** Replaces a track with its newer version. Unchanged if it is not in the queue. */
export function updateInQueue(queue: Queue, track: Track): Queue {
  const at = queue.tracks.findIndex(({ id }) => id === track.id);
  return at === -1 ? queue : { ...queue, tracks: queue.tracks.with(at, track) };
}
