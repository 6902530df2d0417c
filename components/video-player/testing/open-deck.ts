import type { PlaybackProblem, PlayerPreferences } from "@/components/player/player-state";
import { VideoDeck, type VideoDeckOptions } from "../video-deck";
import { FakeVideo } from "./fake-video";

interface OpenedDeck {
  deck: VideoDeck;
  video: FakeVideo;
  detach: () => void;
  /** Preferences written so far. */
  saved: PlayerPreferences[];
}

/** Opens a deck on a fake element: by default six seconds at twelve frames a second, silent. */
export function openDeck(
  options: Partial<VideoDeckOptions> & {
    diagnosis?: PlaybackProblem | null;
    preferences?: PlayerPreferences;
    pausesForOthers?: boolean;
  } = {},
): OpenedDeck {
  const {
    diagnosis = null,
    preferences = { volume: 1, muted: false },
    pausesForOthers = true,
    ...rest
  } = options;
  const saved: PlayerPreferences[] = [];
  const deck = new VideoDeck(
    {
      url: "/api/media/one",
      durationSeconds: 6,
      clock: { frameRate: 12, frameCount: 72 },
      hasSound: false,
      ...rest,
    },
    {
      diagnose: () => Promise.resolve(diagnosis),
      readPreferences: () => preferences,
      writePreferences: (next) => saved.push(next),
      pausesForOthers: pausesForOthers,
    },
  );
  const video = new FakeVideo();
  const detach = deck.attach(video.element);
  return { deck, video, detach, saved: saved };
}
