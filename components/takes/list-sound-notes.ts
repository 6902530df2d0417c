import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** Facts about a complete sound. */
type SoundNote = "subtitlesNotDelivered" | "subtitlesNotFetched" | "repeatDiffers";

/** Differences from the request in what came with a successful sound. Pure. */
export function listSoundNotes({
  state,
  input,
  outputs,
  facts,
  notes: unsent = [],
}: Pick<GenerationDto, "state" | "input" | "outputs" | "facts" | "notes">): SoundNote[] {
  if (state !== "succeeded") return [];
  // Found by the runner of speech: requested roles that are missing; a last frame that differs.
  const { missing, repeat } = (facts ?? {}) as { missing?: unknown; repeat?: unknown };
  const notes: SoundNote[] = [];
  const wantsSubtitles =
    input.subtitle_enable === true && !unsent.some(({ path }) => path === "subtitle_enable");
  if (wantsSubtitles && !outputs.some(({ role }) => role === "subtitle")) {
    notes.push(
      Array.isArray(missing) && missing.includes("subtitle")
        ? "subtitlesNotDelivered"
        : "subtitlesNotFetched",
    );
  }
  if (repeat === "differs") notes.push("repeatDiffers");
  return notes;
}
