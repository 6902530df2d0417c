import { openUnsavedFilms, type UnsavedFilm } from "./unsaved-films";

/** An open tab answers within this time, even in the background. */
const answerMs = 400;

const channelOf = (filmId: string) => new BroadcastChannel(`reverie-film-${filmId}`);

/** Tells other tabs that ask that this desk is open, so that they leave its unsaved changes alone. Returns what ends it. */
export function keepPresence(filmId: string, deskId: string): () => void {
  const channel = channelOf(filmId);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "who") channel.postMessage({ deskId });
  });
  return () => channel.close();
}

/** The newest unsaved changes of a person to a film whose tab is gone; null if there are none. */
export async function findAbandoned({
  filmId,
  userId,
  deskId,
}: {
  filmId: string;
  userId: string;
  deskId: string;
}): Promise<UnsavedFilm | null> {
  let found: UnsavedFilm[];
  try {
    found = await openUnsavedFilms().list(filmId);
  } catch (error) {
    console.warn("This browser's storage can't be read.", error);
    return null;
  }
  const own = found.filter((film) => film.userId === userId && film.deskId !== deskId);
  if (own.length === 0) return null;
  const present = await askPresent(filmId);
  return own.find((film) => !present.has(film.deskId)) ?? null;
}

function askPresent(filmId: string): Promise<Set<string>> {
  return new Promise((resolve) => {
    const channel = channelOf(filmId);
    const present = new Set<string>();
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "object" && data && "deskId" in data) present.add(String(data.deskId));
    });
    channel.postMessage("who");
    setTimeout(() => {
      channel.close();
      resolve(present);
    }, answerMs);
  });
}
