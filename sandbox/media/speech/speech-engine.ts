import { EspeakUnavailable, type EspeakProcess } from "../../espeak/espeak-process.ts";
import type { Delivery } from "./prosody.ts";
import { humWords } from "./tone-voice.ts";

/** Words as they were spoken: one channel, -1 to 1. */
export interface SpokenWords {
  sampleRate: number;
  samples: Float32Array<ArrayBuffer>;
}

/** What speaks: eSpeak NG, or plain tones with the reason why. */
export interface SpeechEngineState {
  engine: "espeak-ng" | "tones" | "not-started";
  /** Why tones are heard, or the last phrase that eSpeak NG failed at; null when all is well. */
  reason: string | null;
}

const TONE_SAMPLE_RATE = 22_050;

/** Speaks words through eSpeak NG, and through plain tones where that cannot be had. */
export class SpeechEngine {
  private readonly espeak: EspeakProcess;
  private readonly onStateChange: (state: SpeechEngineState) => void;
  private state: SpeechEngineState = { engine: "not-started", reason: null };

  constructor(espeak: EspeakProcess, onStateChange: (state: SpeechEngineState) => void) {
    this.espeak = espeak;
    this.onStateChange = onStateChange;
  }

  /** Speaks a text in a language. What eSpeak NG fails at is hummed, and the state says so; rejects once it is closed. */
  async speak(text: string, language: string, delivery: Delivery): Promise<SpokenWords> {
    if (this.state.engine === "tones") return hum(text, delivery);
    try {
      const { variant, rate, pitch, range } = delivery;
      const voice = `${language}+${variant}`;
      const { sampleRate, samples } = await this.espeak.speak({ voice, rate, pitch, range, text });
      if (this.state.engine === "not-started") this.change({ engine: "espeak-ng", reason: null });
      return { sampleRate, samples };
    } catch (error) {
      if (this.espeak.isClosed) throw error;
      const reason = (error as Error).message;
      const engine = error instanceof EspeakUnavailable ? "tones" : "espeak-ng";
      this.change({ engine, reason });
      return hum(text, delivery);
    }
  }

  private change(state: SpeechEngineState): void {
    this.state = state;
    this.onStateChange(state);
  }
}

function hum(text: string, delivery: Delivery): SpokenWords {
  return { sampleRate: TONE_SAMPLE_RATE, samples: humWords(text, delivery, TONE_SAMPLE_RATE) };
}
