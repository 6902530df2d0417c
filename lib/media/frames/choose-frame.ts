import { VideoSampleSink, type InputVideoTrack, type VideoSample } from "mediabunny";
import { BeyondEndError } from "./beyond-end-error";
import type { FrameWish } from "./frame-messages";

/** How far into a video a poster is looked for. */
const posterSearchSeconds = 2;

/**
 * Players tell times in whole microseconds, cut off: the time of a frame may lie just before the frame. A millisecond is
 * far below the time between two frames.
 */
const toleranceSeconds = 0.001;

/**
 * The frame that is wished for, decoded, from the key frame before it on. The caller closes it.
 *
 * @throws BeyondEndError; and whatever the decoder throws
 */
export async function chooseFrame(
  track: InputVideoTrack,
  wish: FrameWish,
  isFlat: (frame: VideoSample) => Promise<boolean>,
): Promise<VideoSample> {
  const sink = new VideoSampleSink(track, { hardwareAcceleration: "prefer-software" });
  if (wish.kind === "poster") return choosePoster(sink, isFlat);
  if (wish.kind === "last") return orThrow(await sink.getSample(Infinity));
  // Players hold the last frame while the sound goes on.
  const endSeconds = await track.input.computeDuration();
  if (wish.seconds > endSeconds + toleranceSeconds) throw new BeyondEndError(endSeconds);
  return (await sink.getSample(wish.seconds + toleranceSeconds)) ?? chooseFirst(sink);
}

async function choosePoster(
  sink: VideoSampleSink,
  isFlat: (frame: VideoSample) => Promise<boolean>,
): Promise<VideoSample> {
  let first: VideoSample | null = null;
  for await (const frame of sink.samples()) {
    if (first && frame.timestamp - first.timestamp > posterSearchSeconds) {
      frame.close();
      break;
    }
    if (!(await isFlat(frame))) {
      first?.close();
      return frame;
    }
    if (first) frame.close();
    else first = frame;
  }
  return orThrow(first);
}

/** What is shown before the first frame has its time: players show the first one. */
async function chooseFirst(sink: VideoSampleSink): Promise<VideoSample> {
  for await (const frame of sink.samples()) return frame;
  throw new Error("The video has no frame");
}

function orThrow(frame: VideoSample | null): VideoSample {
  if (frame) return frame;
  throw new Error("The video has no frame");
}
