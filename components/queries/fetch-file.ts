import { ApiError, studioUnreachableCode, toApiError } from "./api-fetch";

/** Fetches a file with the name that the studio gives it. Throws ApiError, or the reason of `signal`. */
export async function fetchFile(address: string, signal: AbortSignal): Promise<{ file: Blob; name: string }> {
  try {
    const response = await fetch(address, { signal });
    const { headers } = response;
    if (!response.ok) throw toApiError(response.status, headers.get("content-type"), await response.text());
    return { file: await response.blob(), name: readFileName(headers.get("content-disposition") ?? "") };
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    throw new ApiError(studioUnreachableCode, { status: 0, cause });
  }
}

/** RFC 8187: the studio always sends `filename*`. */
function readFileName(disposition: string): string {
  const [, encoded = ""] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  return decodeURIComponent(encoded);
}
