import { LiveSound } from "./live-sound";

interface Held {
  sound: LiveSound;
  holders: number;
}

const held = new Map<string, Held>();

/**
 * A browser gives six connections to one HTTP/1.1 host, for all its tabs together. Rows that only show a stream take no
 * more than this; what is played always gets one.
 */
const shownAtOnce = 2;

/** Low enough to be decoded quickly, high enough for its peaks to be true. */
const decodeRateHz = 22_050;
let context: OfflineAudioContext | undefined;

async function decode(bytes: Uint8Array<ArrayBuffer>) {
  context ??= new OfflineAudioContext(1, 1, decodeRateHz);
  const audio = await context.decodeAudioData(bytes.buffer);
  return { samples: audio.getChannelData(0), sampleRateHz: audio.sampleRate };
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 50);
  });
}

/** The one stream of a sound in the making for this tab; it ends when the last holder lets it go. */
export function holdLiveSound(id: string, url: string): { sound: LiveSound; release: () => void } {
  let entry = held.get(id);
  if (!entry) {
    const sound = new LiveSound(url, {
      fetch: (input, init) => fetch(input, init),
      decode,
      whenIdle,
      delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    });
    entry = { sound, holders: 0 };
    held.set(id, entry);
    void sound.open();
  }
  const own = entry;
  own.holders += 1;
  let released = false;
  return {
    sound: own.sound,
    release() {
      if (released) return;
      released = true;
      own.holders -= 1;
      if (own.holders > 0) return;
      own.sound.close();
      held.delete(id);
    },
  };
}

/** Whether a row may open a stream just to show it. */
export function mayShowLiveSound(id: string): boolean {
  return held.has(id) || held.size < shownAtOnce;
}
