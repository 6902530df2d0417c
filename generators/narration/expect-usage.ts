import type { ExpectedUsage } from "@/lib/costs/units";
import { countCodePoints } from "@/lib/service/contract/text";

/** The characters of a file are known once it was read, how long they take afterwards. */
export function expectUsage({ text }: { text?: string | undefined }): ExpectedUsage {
  return { characters: text === undefined ? null : countCodePoints(text), milliseconds: null };
}
