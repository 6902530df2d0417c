"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import type { AssetKind } from "@/lib/media/stored-asset";
import { useFormUploads } from "./form-uploads";
import { uploadFile } from "./upload-file";

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

/** What a refused file appears to be, to tell the person. */
type FileContent = "pdf" | "svg" | "text" | "image" | "audio" | "video" | "unknown";

/** Enough bytes to recognise a signature, or text. */
const headBytes = 512;

/**
 * Guesses what a file is: by its first bytes, else by the type that the browser derives from its name. Never returns
 * the expected kind, which the server has just ruled out.
 */
export async function nameFileContent(file: Blob, expected: AssetKind): Promise<FileContent> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = new TextDecoder("latin1").decode(head);
  if (text.startsWith("%PDF-")) return "pdf";
  if (head.length > 0 && isText(head)) return /<svg[\s>]/i.test(text) ? "svg" : "text";
  const [family] = file.type.split("/");
  const named = (["image", "audio", "video"] as const).find((kind) => kind === family);
  return named && named !== expected ? named : "unknown";
}

/** Whether bytes are UTF-8 without control characters; the last character may be cut off. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    // Not UTF-8, so not readable text.
    return false;
  }
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
