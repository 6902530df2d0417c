import { createHash } from "node:crypto";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";

/** Every packet of every track of a file, in the order of the file: its place in time and a digest of its bytes. */
export async function listPackets(bytes: Uint8Array): Promise<string[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const packets: string[] = [];
  for (const track of await input.getTracks()) {
    if (!track.isVideoTrack() && !track.isAudioTrack()) continue;
    for await (const { timestamp, duration, type, data } of new EncodedPacketSink(track).packets()) {
      const digest = createHash("sha256").update(data).digest("hex");
      packets.push(`${track.type} ${timestamp} ${duration} ${type} ${data.length} ${digest}`);
    }
  }
  return packets;
}
