import type { PlaybackProblem } from "./player-state";
import type { Track } from "./track";

/** What feeds the audio element while a sound is being made. */
export interface LiveSource {
  /** Seconds of the sound that can be played now. */
  readonly availableSeconds: number;
  /** Whether the element can go to that position without being fed anew. */
  covers(seconds: number): boolean;
  /** Lets go of the element; nothing is fed after it. */
  detach(): void;
}

export interface LiveSourceEvents {
  /** The element has its source: it can be told to play. */
  onAttached(): void;
  /** More has come. */
  onGrown(): void;
  /** All has come. */
  onComplete(): void;
  onProblem(problem: PlaybackProblem): void;
}

/** What a person chose and this browser remembers. */
export interface PlayerPreferences {
  volume: number;
  muted: boolean;
}

/** What the player needs of the browser; tests give their own. */
export interface PlayerPorts {
  createAudio(): HTMLAudioElement;
  attachLive(audio: HTMLAudioElement, track: Track, events: LiveSourceEvents): LiveSource;
  /** Why an address does not play, as its HTTP answer tells; null when it is there. */
  diagnose(url: string): Promise<PlaybackProblem | null>;
  readPreferences(): PlayerPreferences;
  writePreferences(preferences: PlayerPreferences): void;
  requestFrame(callback: () => void): void;
}
