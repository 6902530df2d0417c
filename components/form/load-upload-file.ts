import { ApiError, studioUnreachableCode } from "@/components/queries/api-fetch";

/** Loads what uploads a file, with the first one. Throws ApiError, as an upload to a studio out of reach does. */
export async function loadUploadFile() {
  const loaded = await import("./upload-file").catch(() => null);
  if (!loaded) throw new ApiError(studioUnreachableCode, { status: 0 });
  return loaded.uploadFile;
}
