import { z } from "zod";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** What is to be known of a sound that is whole. */
type SoundNote = "subtitlesNotDelivered" | "subtitlesNotFetched" | "repeatDiffers";

/** What the runner of speech found: roles that were asked for and not delivered; a last frame that differs. */
const factsSchema = z.object({
  missing: z.array(z.string()).catch([]),
  repeat: z.string().optional().catch(undefined),
});

/** What came besides the sound otherwise than it was asked for, though the generation succeeded. Pure. */
export function listSoundNotes({
  state,
  input,
  outputs,
  facts,
  notes: unsent = [],
}: Pick<GenerationDto, "state" | "input" | "outputs" | "facts" | "notes">): SoundNote[] {
  if (state !== "succeeded") return [];
  const { missing, repeat } = factsSchema.parse(facts ?? {});
  const notes: SoundNote[] = [];
  const wantsSubtitles =
    input.subtitle_enable === true && !unsent.some(({ path }) => path === "subtitle_enable");
  if (wantsSubtitles && !outputs.some(({ role }) => role === "subtitle")) {
    notes.push(missing.includes("subtitle") ? "subtitlesNotDelivered" : "subtitlesNotFetched");
  }
  if (repeat === "differs") notes.push("repeatDiffers");
  return notes;
}
