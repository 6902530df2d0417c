"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { MediaSource } from "@/components/form/media-source";
import { uploadFile } from "@/components/form/upload-file";
import { findExamplePicturePath } from "./example-pictures";

/**
 * Brings a picture of the examples into the library when a form is filled with it: its address leads nowhere.
 *
 * @returns whether it could not be brought in
 */
export function useExamplePicture(
  value: MediaSource | undefined,
  { onBrought }: { onBrought: (assetId: string) => void },
): boolean {
  const path = value && "url" in value ? findExamplePicturePath(value.url) : null;
  const tellBrought = useEffectEvent(onBrought);
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    bringPicture(path, signal).then(
      (assetId) => tellBrought(assetId),
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn("The example's picture could not be brought in", error);
        setMissing(path);
      },
    );
    return () => controller.abort();
  }, [path]);
  return path !== null && missing === path;
}

async function bringPicture(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`The example's picture answered ${response.status}`);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const file = new File([await response.blob()], name, { type: "image/jpeg" });
  return (await uploadFile(file, { kind: "image", signal, onProgress: () => undefined })).assetId;
}
