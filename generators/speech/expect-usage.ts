import type { ExpectedUsage } from "@/lib/costs/units";
import { countCodePoints } from "@/lib/service/contract/text";

/** How long it takes to speak a text is known afterwards. */
export function expectUsage({ text = "" }: { text?: string | undefined }): ExpectedUsage {
  return { characters: countCodePoints(text), milliseconds: null };
}
