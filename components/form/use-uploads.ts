"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import type { AssetKind } from "@/lib/media/stored-asset";
import { useFormUploads } from "./form-uploads";
import type { FileContent } from "./file-content";
import { loadUploadFile } from "./load-upload-file";

/** A running upload. */
export interface PendingUpload {
  id: number;
  fileName: string;
  /** From 0 to 1. */
  share: number;
}

/** Why an upload failed, as a code of the error catalogue. */
interface UploadFailure {
  fileName: string;
  code: string;
  /** What the file appears to be. */
  content: FileContent;
}

/** Uploads files in parallel. Each can be cancelled; all are when the field unmounts. */
export function useUploads(
  kind: AssetKind,
  {
    onUploaded,
    onFailed,
  }: {
    onUploaded: (assetId: string) => void;
    /** The upload stays among the pending ones until this has ended. */
    onFailed: (failure: UploadFailure) => Promise<void>;
  },
) {
  const [pending, setPending] = useState<PendingUpload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  const registerUpload = useFormUploads();
  // An upload may outlive its render: always the latest callbacks.
  const callbacks = useRef({ onUploaded, onFailed });
  useEffect(() => {
    callbacks.current = { onUploaded, onFailed };
  });

  useEffect(() => {
    const running = controllers.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  /** @returns whether the file was stored */
  function upload(file: File): Promise<boolean> {
    const running = run(file);
    registerUpload(running);
    return running;
  }

  async function run(file: File): Promise<boolean> {
    lastId.current += 1;
    const id = lastId.current;
    const controller = new AbortController();
    controllers.current.set(id, controller);
    setPending((before) => [...before, { id, fileName: file.name, share: 0 }]);
    try {
      const uploadFile = await loadUploadFile();
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
      await callbacks.current.onFailed({
        fileName: file.name,
        code: error instanceof ApiError ? error.code : "internal",
        content: await import("./file-content").then(
          ({ nameFileContent }) => nameFileContent(file, kind),
          () => "unknown" as const,
        ),
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

/** Describes why a file was refused; for another kind of file, what was expected and what it appears to be. */
export function useUploadFailureText(kind: "image" | "audio"): (failure: UploadFailure) => Promise<string> {
  const t = useTranslations("form.source");
  const loadErrorText = useLoadErrorText();
  return async ({ fileName, code, content }) => {
    if (code === "asset.type") return t(`notOfKind.${kind}`, { fileName, content });
    const { title, action } = await loadErrorText(code);
    return t("uploadFailed", { fileName, title, action });
  };
}
