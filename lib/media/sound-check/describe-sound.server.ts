import type { StoredAsset } from "../stored-asset";
import { checkReferenceSound } from "./check-reference-sound.server";
import type { SoundReport } from "./sound-report-dto";

/** A stored sound as a person is told of it, decoded. Throws what `checkReferenceSound` throws. */
export async function describeSound(asset: StoredAsset): Promise<SoundReport> {
  const { id, fileName = null, mimeType, bytes } = asset;
  return { assetId: id, fileName, mimeType, bytes, ...(await checkReferenceSound(asset)) };
}
