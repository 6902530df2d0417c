import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import type { TestDatabase } from "@/lib/db/test-database.server";

let made = 0;

/** Stores a unique audio file of the person. */
export async function bringTone(
  { test, userId }: { test: TestDatabase; userId: string },
  durationSeconds = 8,
): Promise<StoredAsset> {
  made += 1;
  const level = made / 1_000;
  const sound = createTone({ durationSeconds, sampleRateHz: 8_000, level: () => level });
  const wav = wrapWav(encodePcm(sound), {
    formatTag: 1,
    bitsPerSample: 16,
    sampleRateHz: 8_000,
    channels: 1,
  });
  const source = (async function* read() {
    yield await Promise.resolve(wav);
  })();
  return storeAsset({ userId, origin: "upload", source, maxBytes: wav.length }, test);
}
