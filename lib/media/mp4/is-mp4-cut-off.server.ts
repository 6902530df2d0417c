import type { FileHandle } from "node:fs/promises";
import { BrokenBoxError } from "./boxes";
import { readLayout, readWholeBox } from "./read-layout.server";
import { findSamplesEnd, listSampleTables } from "./sample-tables";

/**
 * Whether a part of an MP4 or QuickTime file is missing or overwritten, where its bytes prove it: a box reaches beyond the
 * end of the file, the index (`moov`) is missing or contradicts itself, or it places a sample where the file has ended.
 */
export async function isMp4CutOff(file: FileHandle): Promise<boolean> {
  const { boxes, size, isCut } = await readLayout(file);
  const index = boxes.find(({ type }) => type === "moov");
  if (isCut || !index) return true;
  try {
    const moov = await readWholeBox(file, index);
    // The samples of fragments are told beside them, in boxes that were all there.
    return listSampleTables(moov).some((tables) => findSamplesEnd(moov, tables) > size);
  } catch (error) {
    if (error instanceof BrokenBoxError) return true;
    throw error;
  }
}
