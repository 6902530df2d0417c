import type { ExpectedUsage } from "@/lib/costs/units";

/** How long a song is, the service decides. */
export function expectSong(): ExpectedUsage {
  return { songs: 1, milliseconds: null };
}
