import { invalidParameter } from "./http/refusal.ts";

/** One fault as it was asked for. `times` limits it to the first so many requests with the same key and text. */
export interface Fault {
  name: FaultName;
  /** Status code, milliseconds or count, as the name says; 0 where the name needs none. */
  value: number;
  times: number | null;
}

/** Every fault and whether it takes a number after a colon. README.md says what each does. */
const FAULTS = {
  refuse: "number",
  http: "number",
  "drop-before": "none",
  "drop-after": "none",
  truncate: "none",
  garbage: "none",
  partial: "number",
  "dead-links": "none",
  "garbage-links": "none",
  "truncate-links": "none",
  "slow-links": "number",
  "task-failed": "none",
  "task-expired": "none",
  "task-ms": "number",
  "data-null": "none",
  "empty-result": "none",
  "odd-hex": "none",
  "bad-hex": "none",
  "json-for-stream": "none",
  "json-as-stream": "none",
  "stream-error": "number",
  "drop-after-frames": "number",
  "stall-after-frames": "number",
  "large-frame": "number",
  "no-last-frame": "none",
  "other-rate": "none",
  "no-subtitles": "none",
  "garbage-subtitles": "none",
  "structure-garbage": "none",
  "overlapping-segments": "none",
  "segments-beyond-end": "none",
  "no-lyrics": "none",
  "callbacks-copied": "number",
  "callbacks-late": "number",
  "callbacks-reversed": "none",
  "callbacks-lost": "none",
  "last-callback-lost": "none",
  "callbacks-capitalised": "none",
  "callbacks-with-more": "none",
  "numeric-challenge": "none",
  "object-challenge": "none",
  "large-challenge": "none",
  "garbage-video": "none",
  "truncated-video": "none",
  "large-video": "number",
  "zip-result": "none",
  "audio-result": "none",
  "damaged-tar": "none",
  "truncated-tar": "none",
  "escaping-tar": "none",
  latency: "number",
  pace: "number",
} as const;

export type FaultName = keyof typeof FAULTS;

const WORD = /\[\[\s*(fault|latency|pace|task-ms)\s*:\s*([^\]]*?)\s*\]\]/g;

/** Faults asked for by words in a text, in their order. Throws a 2013 refusal for a word that is none. */
export function readFaultWords(text: string): Fault[] {
  return [...text.matchAll(WORD)].map(([, kind = "", rest = ""]) =>
    parseFault(kind === "fault" ? rest : `${kind}:${rest}`),
  );
}

/** The text without its fault words, as it is drawn or spoken. */
export function stripFaultWords(text: string): string {
  return text.replace(WORD, " ").replace(/ {2,}/g, " ").trim();
}

/**
 * Parses one fault: `1002`, `http-500`, `drop-after`, `partial:2`, each with `xN` behind it for the first N times only.
 * Throws a 2013 refusal, so that a misspelt fault never passes for a service without faults.
 */
export function parseFault(text: string): Fault {
  const match = /^([a-z0-9-]+?)(?::(\d+))?(?:x(\d+))?$/.exec(text);
  const [, word = "", argument, repeat] = match ?? [];
  const times = repeat === undefined ? null : Number(repeat);
  const httpStatus = /^http-([45]\d\d)$/.exec(word)?.[1];
  if (match !== null && argument === undefined && /^\d{4}$/.test(word)) {
    return { name: "refuse", value: Number(word), times };
  }
  if (argument === undefined && httpStatus !== undefined) {
    return { name: "http", value: Number(httpStatus), times };
  }
  if (!isNamedFault(word) || (FAULTS[word] === "number") !== (argument !== undefined)) {
    throw invalidParameter("fault", `the sandbox knows no fault "${text}"`);
  }
  return { name: word, value: Number(argument ?? 0), times };
}

function isNamedFault(word: string): word is FaultName {
  return Object.hasOwn(FAULTS, word) && word !== "refuse" && word !== "http";
}
