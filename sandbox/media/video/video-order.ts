/** A video to be made. The same order is the same video, byte for byte. */
export interface VideoOrder {
  firstFrame: FirstFrame;
  width: number;
  height: number;
  durationSeconds: number;
  framesPerSecond: number;
  /** Camera instructions; those of one group apply together, groups one after another. */
  cameraGroups: string[][];
  /** Takes of one request differ in how far the camera goes. */
  take?: number | undefined;
  hasWatermark: boolean;
  /** Where the index (`moov`) stands: before the frames, or behind them as many writers leave it. */
  indexPlace: "first" | "last";
}

/** A picture that was kept, by its name; or one to be drawn in place of an address that is not fetched. */
export type FirstFrame = { kind: "kept"; name: string } | { kind: "drawn"; prompt: string; address: string };
