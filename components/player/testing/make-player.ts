import { Player } from "../player";
import type { LiveSource, LiveSourceEvents, PlayerPreferences, PlaybackProblem } from "../player-state";
import type { Track } from "../track";
import { FakeAudio } from "./fake-audio";

/** A stream fed by the test. */
interface FakeLive extends LiveSource {
  availableSeconds: number;
  /** Earlier positions are no longer buffered. */
  beginsAtSeconds: number;
  detached: boolean;
  track: Track;
  events: LiveSourceEvents;
}

/** Creates a player on a fake audio element and records what it does. */
export function makePlayer(options: { diagnosis?: PlaybackProblem | null; kept?: PlayerPreferences } = {}) {
  const audios: FakeAudio[] = [];
  const lives: FakeLive[] = [];
  const frames: (() => void)[] = [];
  let kept: PlayerPreferences = options.kept ?? { volume: 1, muted: false };
  const player = new Player({
    createAudio() {
      const audio = new FakeAudio();
      audios.push(audio);
      // The fake has the members that the player uses.
      return audio as EventTarget as HTMLAudioElement;
    },
    attachLive(audio, track, events) {
      audio.src = `stream of ${track.url}`;
      const live: FakeLive = {
        availableSeconds: 0,
        beginsAtSeconds: 0,
        detached: false,
        track,
        events,
        covers: (seconds) => seconds >= live.beginsAtSeconds,
        detach: () => (live.detached = true),
      };
      lives.push(live);
      return live;
    },
    diagnose: () => Promise.resolve(options.diagnosis ?? null),
    readPreferences: () => kept,
    writePreferences: (preferences) => (kept = preferences),
    requestFrame: (callback) => void frames.push(callback),
  });
  return {
    player,
    audios,
    lives,
    frames,
    audio: () => audios[0]!,
    live: () => lives.at(-1)!,
    readKept: () => kept,
    current: () => player.getSnapshot().current?.title,
    state: () => player.getSnapshot().state,
    problem: () => player.getSnapshot().problem,
  };
}

/** A stored track of ten seconds. */
export function makeTrack(name: string, changes: Partial<Track> = {}): Track {
  return {
    id: `${name}:0`,
    generationId: name,
    outputIndex: 0,
    title: name,
    generator: "relay",
    url: `/api/media/${name}`,
    assetId: name,
    mimeType: "audio/mpeg",
    durationSeconds: 10,
    ...changes,
  };
}
