import { cameraComma, CAMERA_INSTRUCTIONS, type CameraInstruction } from "@/lib/service/contract/video-modes";

/** What people call the instructions; the service itself knows each by one word only. */
export type CameraNames = Readonly<Record<CameraInstruction, string>>;

/** The name without what people write one way or another: case, blanks, hyphens. */
export function foldCameraName(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

/** The instruction that a text names: by the service's own word, or by one of the names; null for none. */
export function readCameraName(text: string, names: readonly CameraNames[]): CameraInstruction | null {
  const wanted = foldCameraName(text);
  const isMeant = (instruction: CameraInstruction) =>
    [instruction, ...names.map((each) => each[instruction])].some((name) => foldCameraName(name) === wanted);
  return CAMERA_INSTRUCTIONS.find(isMeant) ?? null;
}

/** The instructions that the text within a pair of brackets names; null where one of its parts names none. */
export function readCameraNames(within: string, names: readonly CameraNames[]): CameraInstruction[] | null {
  const read = within.split(cameraComma).map((part) => readCameraName(part, names));
  return read.every((instruction) => instruction !== null) ? read : null;
}
