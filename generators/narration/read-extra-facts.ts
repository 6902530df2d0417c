import { speechExtraInfoSchema, type SpeechExtraInfo } from "@/lib/service/contract/speech";

/**
 * What the service tells of a sound in its extra file (service.md "Output files per text unit"): the facts that are
 * described, and nothing else of it. Null where it holds none that can be read, which is no fault of the sound.
 */
export function readExtraFacts(bytes: Buffer): SpeechExtraInfo | null {
  return speechExtraInfoSchema.safeParse(parseJson(bytes.toString("utf8"))).data ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No JSON: then it tells nothing.
  }
}
