"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useUnits } from "@/lib/i18n/units";
import { maxUploadBytes } from "@/lib/media/stored-asset";
import { useArrivals } from "../arrivals";
import type { FieldBinding } from "../form-field";
import type { MediaSource } from "../media-source";
import { useUploadFailureText, useUploads } from "../use-uploads";
import type { SourceQuestion } from "./source-ways";
import { useSourceTransfer } from "./source-frame";

interface SingleSourceOptions extends Pick<
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
  const newest = useRef(0);

  /** What was chosen before is not wanted any more, also where it is still on its way. */
  function supersede(): number {
    uploads.cancelAll();
    return (newest.current += 1);
  }

  function choose(source: MediaSource | undefined) {
    supersede();
    onFailure(undefined);
    setAsking(null);
    onValueChange(source);
    onBlur?.();
  }

  const uploads = useUploads(kind, {
    onUploaded: (assetId) => choose({ assetId }),
    onFailed: (failure) => onFailure(failureText(failure)),
  });

  const addArrival = useArrivals();
  async function takeFile(file: File): Promise<boolean> {
    const turn = supersede();
    onFailure(undefined);
    const prepared = prepareFile ? await prepareFile(file) : file;
    if (turn !== newest.current) return false;
    if (prepared.size > maxUploadBytes) {
      onFailure(t("above", { fileName: file.name, limit: units.bytes(toldMaxBytes) }));
      return false;
    }
    return uploads.upload(prepared);
  }

  const takeFirst = ([file]: readonly File[]) => {
    if (file) addArrival(takeFile(file));
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
