import type { PlaybackProblem } from "./player-state";

/** Asks for the head of what did not play, since a media element does not tell the HTTP status. */
export async function diagnosePlayback(url: string): Promise<PlaybackProblem | null> {
  let response: Response;
  try {
    response = await fetch(url, { method: "HEAD" });
  } catch {
    return "unreachable";
  }
  if (response.status === 401) return "signed-out";
  if (response.status === 404 || response.status === 410) return "gone";
  return response.ok ? null : "unreachable";
}
