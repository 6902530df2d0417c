import type { Track } from "../track";

/** A stored sound of ten seconds for tests. */
export function makeTrack(name: string, changes: Partial<Track> = {}): Track {
  return {
    id: `${name}:0`,
    generationId: name,
    outputIndex: 0,
    title: name,
    medium: "speech",
    url: `/api/media/${name}`,
    assetId: name,
    mimeType: "audio/mpeg",
    durationSeconds: 10,
    ...changes,
  };
}
