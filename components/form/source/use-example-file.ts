"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { loadUploadFile } from "../load-upload-file";

/** A file of the studio's examples. */
export interface ExampleFile {
  kind: "image" | "audio";
  /** Path on the studio's own origin. */
  path: string;
  mimeType: string;
}

/**
 * Uploads an example file when a form is filled with it: the service cannot reach the studio's address.
 *
 * @returns whether the upload failed
 */
export function useExampleFile(
  example: ExampleFile | null,
  { onBrought: onUploaded }: { onBrought: (assetId: string) => void },
): boolean {
  const notifyUploaded = useEffectEvent(onUploaded);
  const [missingPath, setMissingPath] = useState<string | null>(null);
  const { kind, path, mimeType } = example ?? {};
  useEffect(() => {
    if (kind === undefined || path === undefined || mimeType === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    uploadExample({ kind, path, mimeType }, signal).then(
      (assetId) => notifyUploaded(assetId),
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn("A file of the examples could not be brought in", error);
        setMissingPath(path);
      },
    );
    return () => controller.abort();
  }, [kind, path, mimeType]);
  return path !== undefined && missingPath === path;
}

async function uploadExample({ kind, path, mimeType }: ExampleFile, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const file = new File([await response.blob()], name, { type: mimeType });
  const uploadFile = await loadUploadFile();
  return (await uploadFile(file, { kind, signal, onProgress: () => undefined })).assetId;
}
