import type { Comparison, PlayerSnapshot } from "./player-state";
import { updateInQueue } from "./queue";
import type { Track } from "./track";

/** What stays of a comparison when this track is played: it ends with a track that is neither of the two. Pure. */
export function keepComparison(comparison: Comparison | null, track: Track): Comparison | null {
  return comparison && [comparison.a.id, comparison.b.id].includes(track.id) ? comparison : null;
}

/**
 * What news of a track changes: a stream that became a file, a partial take. Null where the player does not have it, or
 * knows better. Pure.
 */
export function learnTrack(
  { queue, current, comparison }: PlayerSnapshot,
  track: Track,
): Partial<PlayerSnapshot> | null {
  const known = queue.tracks.find(({ id }) => id === track.id);
  // A file does not go back to being a stream, whatever late news says.
  if (!known || (track.live && !known.live)) return null;
  const isCurrent = current?.id === track.id;
  const brokeOff = isCurrent && current.live && track.partial;
  const renew = (compared: Track) => (compared.id === track.id ? track : compared);
  return {
    queue: updateInQueue(queue, track),
    ...(isCurrent ? { current: track } : {}),
    ...(comparison ? { comparison: { a: renew(comparison.a), b: renew(comparison.b) } } : {}),
    ...(brokeOff ? { problem: "broke-off" as const } : {}),
  };
}
