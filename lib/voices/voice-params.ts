import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { voiceIdMaxLength } from "./voice-dto";

/** The path of one voice: its id at the service, percent-encoded, since it may hold spaces and brackets. */
export const voiceParamsSchema = z.object({
  voiceId: z.string().min(1).max(voiceIdMaxLength).refine(isStorableText, { error: "field.characters" }),
});
