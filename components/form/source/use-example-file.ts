"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { uploadFile } from "../upload-file";

/** A file of the studio's own examples. */
export interface ExampleFile {
  kind: "image" | "audio";
  /** Under the studio's own address. */
  path: string;
  mimeType: string;
}

/**
 * Brings a file of the examples into the library when a form is filled with it: its address leads nowhere for the
 * service.
 *
 * @returns whether it could not be brought in
 */
export function useExampleFile(
  example: ExampleFile | null,
  { onBrought }: { onBrought: (assetId: string) => void },
): boolean {
  const tellBrought = useEffectEvent(onBrought);
  const [missingPath, setMissingPath] = useState<string | null>(null);
  const { kind, path, mimeType } = example ?? {};
  useEffect(() => {
    if (kind === undefined || path === undefined || mimeType === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    bringExample({ kind, path, mimeType }, signal).then(
      (assetId) => tellBrought(assetId),
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

async function bringExample({ kind, path, mimeType }: ExampleFile, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const file = new File([await response.blob()], name, { type: mimeType });
  return (await uploadFile(file, { kind, signal, onProgress: () => undefined })).assetId;
}
