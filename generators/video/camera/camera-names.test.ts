import { describe, expect, it } from "vitest";
import chinese from "@/messages/zh/camera.json";
import english from "@/messages/en/camera.json";
import { CAMERA_INSTRUCTIONS } from "@/lib/service/contract/camera-instructions";
import { foldCameraName, readCameraName, readCameraNames } from "./camera-names";

const names = [english.names, chinese.names];

describe("names of camera instructions", () => {
  it.each(CAMERA_INSTRUCTIONS)("are read as the instruction: %s", (instruction) => {
    expect(readCameraName(instruction, names)).toBe(instruction);
    expect(readCameraName(english.names[instruction], names)).toBe(instruction);
    expect(readCameraName(english.names[instruction].toUpperCase(), names)).toBe(instruction);
  });

  it("name one instruction each", () => {
    const folded = CAMERA_INSTRUCTIONS.map((instruction) => foldCameraName(english.names[instruction]));
    expect(new Set(folded).size).toBe(CAMERA_INSTRUCTIONS.length);
  });

  it.each([
    ["Pull out", ["拉远"]],
    [" pull-out ", ["拉远"]],
    ["Pull out, 左移", ["拉远", "左移"]],
    ["Pan left，Tilt up", ["左摇", "上摇"]],
    ["zoom wildly", null],
    ["Pull out, slowly", null],
    ["", null],
  ])("are read within brackets: %j", (within, expected) => {
    expect(readCameraNames(within, names)).toEqual(expected);
  });
});
