import sharp from "sharp";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number;

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

/** What the sandbox does to a request; most go well. sandbox/README.md describes each. */
const faults = [
  ...Array<string>(16).fill(""),
  "[[latency:1500]]",
  "[[latency:4000]]",
  "[[fault:1002x2]]",
  "[[fault:drop-before]]",
  "[[fault:drop-after]]",
  "[[fault:truncate]]",
  "[[fault:http-500]]",
  "[[fault:1026]]",
];
const streamFaults = [...faults, "[[fault:drop-after-frames:2]]", "[[fault:no-last-frame]]", "[[pace:2]]"];
const linkFaults = [
  ...faults,
  "[[fault:partial:1]]",
  "[[fault:slow-links:700]]",
  "[[fault:cut-links:2]]",
  "[[fault:dead-links]]",
];
const taskFaults = [...faults, "[[fault:task-failed]]"];
const callbackFaults = [
  ...taskFaults,
  "[[fault:callbacks-copied:3]]",
  "[[fault:callbacks-late:1500]]",
  "[[fault:callbacks-reversed]]",
  "[[fault:callbacks-lost]]",
  "[[fault:last-callback-lost]]",
];

/** Files of the studio that requests refer to, by asset ID. */
export interface Uploads {
  picture: string;
  sound: string;
}

export interface TortureRequest {
  generator: GenerationDto["generator"];
  input: Record<string, unknown>;
  /** Sent again with the same key when the response is lost. */
  idempotencyKey: string;
}

type MakeRequest = (random: Random, mark: string, uploads: Uploads) => Omit<TortureRequest, "idempotencyKey">;

const drawTaskTime = (random: Random) => `[[task-ms:${500 + Math.floor(random() * 4_000)}]]`;

const makers: readonly MakeRequest[] = [
  (random, mark) => ({
    generator: "music",
    input: {
      model: "music-2.6",
      prompt: `Quiet folk ${mark} ${pick(random, streamFaults)}`,
      lyrics: "[Verse]\nThe tide comes in",
      stream: random() < 0.5,
    },
  }),
  (random, mark, { sound }) => ({
    generator: "cover",
    input: {
      model: "music-cover",
      prompt: `Slow lounge jazz ${mark} ${pick(random, faults)}`,
      audio_base64: { assetId: sound },
    },
  }),
  (random, mark) => ({
    generator: "image",
    input: {
      model: "image-01",
      prompt: `A wave ${mark} ${pick(random, linkFaults)}`,
      n: 1 + Math.floor(random() * 3),
    },
  }),
  (random, mark, { picture }) => ({
    generator: "video",
    input: {
      model: "Vendor-Video-02",
      prompt: `A ship leaves ${mark} ${pick(random, callbackFaults)} ${drawTaskTime(random)}`,
      first_frame_image: { assetId: picture },
      duration: 6,
      resolution: "512P",
    },
  }),
  (random, mark) => ({
    generator: "speech",
    input: {
      model: "speech-2.6-hd",
      text: `The light went out. ${mark} ${pick(random, streamFaults)}`,
      stream: random() < 0.5,
      voice_setting: { voice_id: "English_expressive_narrator" },
    },
  }),
  (random, mark) => ({
    generator: "narration",
    input: {
      model: "speech-2.8-hd",
      text: `The keeper wrote it down. ${mark} ${pick(random, taskFaults)} ${drawTaskTime(random)}`,
      voice_setting: { voice_id: "English_expressive_narrator" },
    },
  }),
];

/** A request to a random generator, unlike any other by its number. */
export function makeRequest(random: Random, number: number, uploads: Uploads): TortureRequest {
  const request = pick(random, makers)(random, `no. ${number}`, uploads);
  return { ...request, idempotencyKey: `torture-${number}` };
}

/** A request to each generator with which the service does nothing wrong. */
export function makePlainRequests(uploads: Uploads): TortureRequest[] {
  const first: Random = () => 0;
  return makers.map((make, index) => ({
    ...make(first, `after everything ${index + 1}`, uploads),
    idempotencyKey: `after-everything-${index + 1}`,
  }));
}

/** A speech that is heard while it is made, for about 12 s. */
export function makeLongSpeech(number: number): TortureRequest {
  return {
    generator: "speech",
    input: {
      model: "speech-2.6-hd",
      text: `No. ${number} [[pace:1]] The keeper climbed the last stair and listened. Nothing. Only the sea, and the light that turns and turns, all
        night long, until the morning comes over the harbour. Then he puts out the lamp, writes one line in his book, and sleeps.`,
      stream: true,
      voice_setting: { voice_id: "English_expressive_narrator" },
    },
    idempotencyKey: `torture-${number}`,
  };
}

/** A picture that a video can begin with, as PNG. */
export async function drawPicture(color: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 640, height: 400, channels: 3, background: color } });
  return new Uint8Array(await image.png().toBuffer());
}
