import { EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import type { VideoMeasures } from "../stored-asset";

/**
 * More frames than these, some minutes of them, are not counted one by one: a few bytes of a table may claim billions.
 */
const maxCountedFrames = 20_000;

/**
 * Counted from the container's own tables: nothing is decoded, and of the frames themselves nothing is read. Of a video of
 * more than `maxCountedFrames` the number is estimated by the pace of the first ones.
 */
export async function measureFrames(track: InputVideoTrack): Promise<Omit<VideoMeasures, "hasSound">> {
  const sink = new EncodedPacketSink(track);
  const [codec, { packetCount, averagePacketRate }, first, last] = await Promise.all([
    track.getCodecParameterString(),
    track.computePacketStats(maxCountedFrames),
    sink.getFirstPacket({ metadataOnly: true }),
    sink.getPacket(Infinity, { metadataOnly: true }),
  ]);
  // Writers leave the last frame without a duration, or give it a wrong one.
  const spanSeconds = first && last ? last.timestamp - first.timestamp : 0;
  const isCounted = packetCount < maxCountedFrames;
  const frameRate = isCounted && spanSeconds > 0 ? (packetCount - 1) / spanSeconds : averagePacketRate;
  return {
    codec: codec ?? String(await track.getInternalCodecId()),
    frameRate: Math.round(frameRate * 1_000) / 1_000,
    frameCount: isCounted ? packetCount : Math.round(spanSeconds * averagePacketRate) + 1,
  };
}
