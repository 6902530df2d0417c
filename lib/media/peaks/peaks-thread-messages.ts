import type { CutOptions, CutPart } from "../sound-trim/cut-sound";
import type { SoundFormat } from "./decode/sound-format";
import type { PeaksDto } from "./peaks-dto";

/** What a thread that decodes a sound is started for: its waveform, or a piece of it as plain samples. */
export type SoundThreadJob =
  { job: "peaks"; format: SoundFormat } | { job: "cut"; format: SoundFormat; options: CutOptions };

/** To the thread: bytes it asked for, or that there are no more. */
export type ToPeaksThread = { type: "bytes"; bytes: Uint8Array<ArrayBuffer> } | { type: "end" };

/** What the thread found, in the order in which it found it. */
export type SoundThreadResult = { type: "peaks"; peaks: PeaksDto } | CutPart;

/** From the thread: it can take more, something it found, or how it ended. */
export type FromPeaksThread =
  { type: "more" } | SoundThreadResult | { type: "done" } | { type: "undecodable"; reason: string };
