import type { Prisma } from "@/lib/db/database.server";
import type { OutputBytes } from "../record/runner-port.server";

/** What is known of an output beside its bytes, as its row keeps it; nothing where nothing is known. */
export function toOutputFacts({ rawAudio, facts }: Pick<OutputBytes, "rawAudio" | "facts">): {
  facts?: Prisma.InputJsonObject;
} {
  if (!rawAudio && !facts) return {};
  return { facts: { ...facts, ...(rawAudio ? { rawAudio } : {}) } as Prisma.InputJsonObject };
}
