"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useUnits } from "@/lib/i18n/units";
import { maxUploadBytes } from "@/lib/media/upload-limits";
import type { FieldBinding } from "../field-binding";
import type { MediaSource } from "../media-source";
import { useUploadFailureText } from "../use-upload-failure-text";
import { useUploads } from "../use-uploads";
import type { SourceQuestion } from "./source-ways";
import { useSourceTransfer } from "./use-source-transfer";

export interface SingleSourceOptions extends Pick<
  FieldBinding<MediaSource | undefined>,
  "onValueChange" | "onBlur" | "disabled"
> {
  kind: "image" | "audio";
  /** Told of a file that cannot be taken, in words; undefined when that is over. */
  onFailure: (message: string | undefined) => void;
  /** Makes of a chosen file what is uploaded. */
  prepareFile?: (file: File) => Promise<File>;
  /** The largest file in bytes, as it is told. */
  toldMaxBytes?: number;
}

/** A field that takes one picture or one sound: by file, by address or from the library. The newest replaces the last. */
export function useSingleSource({
  kind,
  onValueChange,
  onBlur,
  disabled = false,
  onFailure,
  prepareFile,
  toldMaxBytes = maxUploadBytes,
}: SingleSourceOptions) {
  const t = useTranslations("form.source");
  const failureText = useUploadFailureText(kind);
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<SourceQuestion>(null);

  function choose(source: MediaSource | undefined) {
    onFailure(undefined);
    setAsking(null);
    onValueChange(source);
    onBlur?.();
  }

  const uploads = useUploads(kind, {
    onUploaded: (assetId) => choose({ assetId }),
    onFailed: (failure) => onFailure(failureText(failure)),
  });

  async function takeFile(file: File): Promise<void> {
    onFailure(undefined);
    const prepared = prepareFile ? await prepareFile(file) : file;
    if (prepared.size > maxUploadBytes) {
      onFailure(t("above", { fileName: file.name, limit: units.bytes(toldMaxBytes) }));
    } else {
      await uploads.upload(prepared);
    }
  }

  const takeFirst = ([file]: readonly File[]) => {
    if (file) void takeFile(file);
  };
  const transfer = useSourceTransfer({ disabled, onFiles: takeFirst, onUrl: (url) => choose({ url }) });
  return {
    ...uploads,
    choose,
    openFiles: () => fileInputRef.current?.click(),
    /** For `SourceFrame`. */
    frame: transfer,
    /** For `SourceWays` and `SourceAnswers`. */
    question: { asking, onAsk: setAsking },
    /** For `SourceFileInput`. */
    fileInput: { inputRef: fileInputRef, onFiles: takeFirst },
  };
}
