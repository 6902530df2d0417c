import type { CoverModel } from "../music/render-song.ts";
import type { SpeechEngineState } from "../speech/speech-engine.ts";
import type { SoundFacts, SoundOrder } from "./sound-order.ts";

export type ThreadRequest =
  | { type: "make"; id: number; order: SoundOrder; path: string; wantsPieces: boolean }
  | { type: "analyse"; id: number; bytes: Uint8Array }
  | { type: "cancel"; id: number }
  | { type: "close" };

export type ThreadAnswer =
  /** `bytes` is null where only the sizes are wanted. */
  | { type: "piece"; id: number; bytes: Uint8Array | null; size: number; untilMs: number }
  | { type: "done"; id: number; facts: SoundFacts }
  /** Null for bytes that are no sound that can be decoded. */
  | { type: "analysed"; id: number; analysis: CoverModel | null }
  | { type: "failed"; id: number; message: string }
  | { type: "state"; state: SpeechEngineState };
