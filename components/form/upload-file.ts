import { ApiError, studioUnreachableCode, toApiError } from "@/components/queries/api-fetch";
import type { AssetKind } from "@/lib/media/stored-asset";
import type { UploadDto } from "@/lib/media/asset-dto";

interface UploadOptions {
  /** The server refuses a file of another kind, by its bytes. */
  kind: AssetKind;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file to the studio's store. Throws ApiError, or the signal's reason when aborted. Uses XMLHttpRequest
 * because fetch reports no upload progress.
 */
export function uploadFile(file: File, { kind, onProgress, signal }: UploadOptions): Promise<UploadDto> {
  return new Promise((resolve, reject) => {
    // While this code was on its way.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", `/api/uploads?kind=${kind}`);
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as UploadDto);
      else
        reject(toApiError(request.status, request.getResponseHeader("content-type"), request.responseText));
    });
    request.addEventListener("error", () => reject(new ApiError(studioUnreachableCode, { status: 0 })));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}
