import { speechExtraInfoSchema, type SpeechExtraInfo } from "@/lib/service/contract/speech";

/**
 * The described facts of a sound in its info file (service.md "Output files per text unit"); null if there are none.
 */
export function readExtraFacts(bytes: Buffer): SpeechExtraInfo | null {
  return speechExtraInfoSchema.safeParse(parseJson(bytes.toString("utf8"))).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not valid JSON.
  }
}
