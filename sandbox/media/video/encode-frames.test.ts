import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import { expect, it } from "vitest";
import { encodeFrames } from "./encode-frames.ts";

it("marks one key frame a second, so that players can seek", async () => {
  const shape = { width: 64, height: 32, framesPerSecond: 4 };
  function* paint(): Generator<Uint8Array> {
    for (let frame = 0; frame < 10; frame += 1) {
      yield Uint8Array.from({ length: shape.width * shape.height * 4 }, (_, index) =>
        index % 4 === 3 ? 255 : (index * 7 + frame * 23) % 256,
      );
    }
  }
  const mp4 = await encodeFrames(paint(), shape, "first");
  const track = await new Input({ source: new BufferSource(mp4), formats: [MP4] }).getPrimaryVideoTrack();
  const keys: number[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(track!).packets()) {
    if (type === "key") keys.push(timestamp);
  }
  expect(keys).toEqual([0, 1, 2]);
});
