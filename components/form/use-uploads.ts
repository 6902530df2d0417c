"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import type { AssetKind } from "@/lib/media/stored-asset";
import { useArrivals } from "./arrivals";
import { type FileContent, nameFileContent } from "./name-file-content";
import { uploadFile } from "./upload-file";

/** A file on its way into the studio. */
export interface PendingUpload {
  id: number;
  fileName: string;
  /** From 0 to 1. */
  share: number;
}

/** What went wrong with a file: a code of the error catalogue. */
export interface UploadFailure {
  fileName: string;
  code: string;
  /** What it seems to be. */
  content: FileContent;
}

/** Sends files to the store, several at once; each can be called off, and all are when the field goes away. */
export function useUploads(
  kind: AssetKind,
  {
    onUploaded,
    onFailed,
  }: { onUploaded: (assetId: string) => void; onFailed: (failure: UploadFailure) => void },
) {
  const [pending, setPending] = useState<PendingUpload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  const addArrival = useArrivals();
  // An upload may end long after the render that began it: the values of now count.
  const callbacks = useRef({ onUploaded, onFailed });
  useEffect(() => {
    callbacks.current = { onUploaded, onFailed };
  });

  useEffect(() => {
    const running = controllers.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  /** @returns whether it is in the store */
  function upload(file: File): Promise<boolean> {
    const arrival = bring(file);
    addArrival(arrival);
    return arrival;
  }

  async function bring(file: File): Promise<boolean> {
    lastId.current += 1;
    const id = lastId.current;
    const controller = new AbortController();
    controllers.current.set(id, controller);
    setPending((before) => [...before, { id, fileName: file.name, share: 0 }]);
    try {
      const { assetId } = await uploadFile(file, {
        kind,
        signal: controller.signal,
        onProgress: (share) =>
          setPending((before) => before.map((entry) => (entry.id === id ? { ...entry, share } : entry))),
      });
      callbacks.current.onUploaded(assetId);
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      callbacks.current.onFailed({
        fileName: file.name,
        code: error instanceof ApiError ? error.code : "internal",
        content: await nameFileContent(file, kind),
      });
      if (!(error instanceof ApiError)) throw error;
      return false;
    } finally {
      controllers.current.delete(id);
      setPending((before) => before.filter((entry) => entry.id !== id));
    }
  }

  return {
    pending,
    upload,
    cancel: (id: number) => controllers.current.get(id)?.abort(),
    cancelAll: () => controllers.current.forEach((controller) => controller.abort()),
  };
}
