"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useUnits } from "@/lib/i18n/units";
import { maxUploadBytes } from "@/lib/media/stored-asset";
import { useFormUploads } from "../form-uploads";
import type { FieldBinding, FieldWords } from "../form-field";
import type { MediaSource } from "../media-source";
import { useUploadFailureText, useUploads } from "../use-uploads";
import type { OpenSourcePanel } from "./source-input";
import { useSourceTransfer } from "./source-frame";

interface SingleSourceOptions extends FieldBinding<MediaSource | undefined>, FieldWords {
  kind: "image" | "audio";
  /** Converts a chosen file before it is uploaded. */
  prepareFile?: (file: File) => Promise<File>;
  /** The size limit to show, in bytes. */
  shownMaxBytes?: number;
}

/** A field for one image or audio file: from a file, a URL or the library. The newest replaces the previous one. */
export function useSingleSource(options: SingleSourceOptions) {
  const { kind, name, value, onValueChange, onBlur, disabled = false, label, hint } = options;
  const { prepareFile, shownMaxBytes = maxUploadBytes } = options;
  const t = useTranslations("form.source");
  const failureText = useUploadFailureText(kind);
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [openPanel, setOpenPanel] = useState<OpenSourcePanel>(null);
  /** Why the last file was refused. */
  const [failure, setFailure] = useState<string>();
  const newest = useRef(0);

  /** Cancels earlier uploads and invalidates earlier choices. */
  function supersede(): number {
    uploads.cancelAll();
    return (newest.current += 1);
  }

  function choose(source: MediaSource | undefined) {
    supersede();
    setFailure(undefined);
    setOpenPanel(null);
    onValueChange(source);
    onBlur?.();
  }

  const uploads = useUploads(kind, {
    onUploaded: (assetId) => choose({ assetId }),
    onFailed: async (failure) => setFailure(await failureText(failure)),
  });

  const registerUpload = useFormUploads();
  async function takeFile(file: File): Promise<boolean> {
    const turn = supersede();
    setFailure(undefined);
    const prepared = prepareFile ? await prepareFile(file) : file;
    if (turn !== newest.current) return false;
    if (prepared.size > maxUploadBytes) {
      setFailure(t("above", { fileName: file.name, limit: units.bytes(shownMaxBytes) }));
      return false;
    }
    return uploads.upload(prepared);
  }

  const takeFirst = ([file]: readonly File[]) => {
    if (file) registerUpload(takeFile(file));
  };
  const transfer = useSourceTransfer({
    kind,
    disabled,
    onFiles: takeFirst,
    onUrl: (url) => choose({ url }),
    onAsset: (assetId) => choose({ assetId }),
  });
  return {
    ...uploads,
    choose,
    kind,
    value,
    name,
    disabled,
    /** Props of `Field`. */
    words: { label, hint, error: failure ?? options.error },
    openFiles: () => fileInputRef.current?.click(),
    /** Props of `SourceFrame`. */
    frame: transfer,
    /** Props of `SourceButtons` and `SourcePanel`. */
    panel: { openPanel, onOpenPanel: setOpenPanel },
    /** Props of `SourceFileInput`. */
    fileInput: { inputRef: fileInputRef, onFiles: takeFirst },
  };
}
