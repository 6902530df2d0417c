import { ApiError, studioUnreachableCode, toApiError } from "./api-fetch";

interface SendOptions {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file to the studio's API. Throws ApiError, or the signal's reason when aborted. Uses XMLHttpRequest because fetch
 * reports no upload progress.
 */
export function sendFile<Answer>(
  address: string,
  body: Blob | FormData,
  { onProgress, signal }: SendOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // While this code was on its way.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Answer);
      else
        reject(toApiError(request.status, request.getResponseHeader("content-type"), request.responseText));
    });
    request.addEventListener("error", () => reject(new ApiError(studioUnreachableCode, { status: 0 })));
    request.addEventListener("abort", () => reject(signal.reason as Error));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
