"use client";

import { useEffect, useEffectEvent } from "react";
import { uploadFile } from "@/components/form/upload-file";
import type { MediaSource } from "@/components/form/media-source";
import { exampleSoundPath, exampleSoundUrl } from "./example-sound";

/** Brings the song of the examples into the library when a form is filled with it: its address leads nowhere. */
export function useExampleSound(
  value: MediaSource | undefined,
  { onBrought }: { onBrought: (assetId: string) => void },
): void {
  const isExample = value !== undefined && "url" in value && value.url === exampleSoundUrl;
  const tellBrought = useEffectEvent(onBrought);
  useEffect(() => {
    if (!isExample) return;
    const controller = new AbortController();
    const { signal } = controller;
    bringExampleSound(signal).then(
      (assetId) => tellBrought(assetId),
      (error: unknown) => {
        // Gone with the form. Otherwise the card of the link says that this one is not reachable.
        if (!signal.aborted) console.warn("The example's song could not be brought in", error);
      },
    );
    return () => controller.abort();
  }, [isExample]);
}

async function bringExampleSound(signal: AbortSignal): Promise<string> {
  const response = await fetch(exampleSoundPath, { signal });
  if (!response.ok) throw new Error(`The example's song answered ${response.status}`);
  const name = exampleSoundPath.slice(exampleSoundPath.lastIndexOf("/") + 1);
  const file = new File([await response.blob()], name, { type: "audio/mpeg" });
  return (await uploadFile(file, { kind: "audio", signal, onProgress: () => undefined })).assetId;
}
