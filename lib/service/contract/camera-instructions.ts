/** service.md "Camera-control instructions": the 15 names, used in square brackets. */
export const CAMERA_INSTRUCTIONS = [
  "左移",
  "右移",
  "左摇",
  "右摇",
  "推进",
  "拉远",
  "上升",
  "下降",
  "上摇",
  "下摇",
  "变焦推近",
  "变焦拉远",
  "晃动",
  "跟随",
  "固定",
] as const;
export type CameraInstruction = (typeof CAMERA_INSTRUCTIONS)[number];

/** service.md "Camera-control instructions" 1: more per pair of brackets is possible but not recommended. */
export const CAMERA_GROUP_RECOMMENDED_MAX = 3;

/** The content of one pair of square brackets; offsets in UTF-16 units, brackets included. */
interface CameraBrackets {
  from: number;
  to: number;
  /** In order; null for a name that is none of the 15. */
  instructions: (CameraInstruction | null)[];
}

/** Separators that people use: the comma of the document and those of other scripts. */
export const CAMERA_COMMAS = ",，、､﹐﹑،";
export const cameraComma = new RegExp(`[${CAMERA_COMMAS}]`, "g");

/** All pairs of brackets in a prompt, in order. */
export function findCameraBrackets(prompt: string): CameraBrackets[] {
  return [...prompt.matchAll(/\[([^[\]]+)\]/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    instructions: (match[1] ?? "").split(cameraComma).map((text) => {
      const name = text.trim();
      return CAMERA_INSTRUCTIONS.find((instruction) => instruction === name) ?? null;
    }),
  }));
}

/** A pair of brackets with only camera instructions, which happen at once. */
export interface CameraGroup extends CameraBrackets {
  instructions: CameraInstruction[];
}

/** The groups of camera instructions in a prompt, in the order they happen. */
export function findCameraGroups(prompt: string): CameraGroup[] {
  return findCameraBrackets(prompt).flatMap(({ instructions, ...range }) => {
    const known = instructions.filter((instruction) => instruction !== null);
    return known.length === instructions.length ? [{ ...range, instructions: known }] : [];
  });
}

/**
 * Separates the instructions of every group with the document's comma (service.md "Camera-control instructions"
 * 1).
 */
export function writeCameraCommas(prompt: string): string {
  return findCameraGroups(prompt).reduceRight(
    (text, { from, to }) =>
      text.slice(0, from) + text.slice(from, to).replace(cameraComma, ",") + text.slice(to),
    prompt,
  );
}
