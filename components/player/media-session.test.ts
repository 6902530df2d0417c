import { beforeEach, describe, expect, it, vi } from "vitest";
import { connectMediaSession } from "./media-session";
import { makePlayer, makeTrack } from "./testing/make-player";

class FakeSession {
  metadata: MediaMetadata | null = null;
  playbackState: MediaSessionPlaybackState = "none";
  position: MediaPositionState | undefined;
  readonly handlers = new Map<string, MediaSessionActionHandler>();
  setActionHandler(action: string, handler: MediaSessionActionHandler | null): void {
    if (handler) this.handlers.set(action, handler);
    else this.handlers.delete(action);
  }
  setPositionState(state?: MediaPositionState): void {
    this.position = state;
  }
  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void {
    this.handlers.get(action)!({ action, ...details });
  }
}

describe("connectMediaSession", () => {
  beforeEach(() => {
    vi.stubGlobal(
      "MediaMetadata",
      class {
        constructor(init: MediaMetadataInit) {
          Object.assign(this, init);
        }
      },
    );
    return () => vi.unstubAllGlobals();
  });

  function connect() {
    const session = new FakeSession();
    const made = makePlayer();
    const leave = connectMediaSession(made.player, session);
    made.player.playTrack(makeTrack("a", { subtitle: "speech-2.6-hd" }), {
      queue: [makeTrack("a"), makeTrack("b")],
    });
    made.audio().arrive(10);
    return { ...made, session, leave };
  }

  it("shows the track and the position", () => {
    const { session, player } = connect();
    expect(session.metadata).toMatchObject({ title: "a", artist: "speech-2.6-hd" });
    expect(session.playbackState).toBe("playing");
    player.setRate(2);
    player.seek(4);
    expect(session.position).toEqual({ duration: 10, position: 4, playbackRate: 2 });
    player.pause();
    expect(session.playbackState).toBe("paused");
  });

  it("reacts to media keys", () => {
    const { session, audio, state, current } = connect();
    session.press("pause");
    expect(state()).toBe("paused");
    session.press("play");
    session.press("seekto", { seekTime: 7 });
    expect(audio().currentTime).toBe(7);
    session.press("seekbackward");
    expect(audio().currentTime).toBe(0);
    session.press("seekforward", { seekOffset: 3 });
    expect(audio().currentTime).toBe(3);
    session.press("nexttrack");
    expect(current()).toBe("b");
    session.press("previoustrack");
    expect(current()).toBe("a");
  });

  it("cleans up", () => {
    const { session, leave } = connect();
    leave();
    expect(session.handlers.size).toBe(0);
    expect([session.metadata, session.playbackState]).toEqual([null, "none"]);
  });
});
