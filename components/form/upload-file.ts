import { sendFile } from "@/components/queries/send-file";
import type { UploadDto } from "@/lib/media/asset-dto";
import type { AssetKind } from "@/lib/media/stored-asset";

interface UploadOptions {
  /** The server refuses a file of another kind, by its bytes. */
  kind: AssetKind;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file to the studio's store. Throws ApiError, or the signal's reason when aborted. */
export function uploadFile(file: File, { kind, ...options }: UploadOptions): Promise<UploadDto> {
  const body = new FormData();
  body.append("file", file);
  return sendFile<UploadDto>(`/api/uploads?kind=${kind}`, body, options);
}
