"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { useUnits } from "@/lib/i18n/units";
import { AssetSourceTile, AssetUploadTile } from "./asset-source-tile";
import type { FieldBinding, FieldWords } from "./field-binding";
import { sourceKey, type MediaSource } from "./media-source";
import { SourceList } from "./source-list";
import { DropWords } from "./source/drop-words";
import { SourceFrame } from "./source/source-frame";
import { SourceAnswers, SourceFileInput, SourceWays, type SourceQuestion } from "./source/source-ways";
import { useSourceTransfer } from "./source/use-source-transfer";
import { useUploadFailureText } from "./use-upload-failure-text";
import { useUploads } from "./use-uploads";

export interface AssetSourceFieldProps extends FieldBinding<readonly MediaSource[]>, FieldWords {
  kind: "image" | "audio";
  /** MIME types the field takes, for the file chooser; the bytes decide in the end. */
  accept: readonly string[];
  /** A file must be smaller than this, in bytes. */
  underBytes: number;
  /** How many there may be. */
  maximum: number;
  optional?: boolean;
}

/** Reference media: dropped, pasted, chosen from this machine or from the library, or named by address. */
export function AssetSourceField({ label, hint, error, optional = false, ...props }: AssetSourceFieldProps) {
  const t = useTranslations("form.source");
  const [failure, setFailure] = useState<string>();
  return (
    <Field
      as="group"
      label={label}
      hint={hint}
      error={failure ?? error}
      note={optional ? t("optional") : undefined}
    >
      <AssetSourceControl {...props} label={label} onFailure={setFailure} />
    </Field>
  );
}

function AssetSourceControl({
  label,
  value,
  onValueChange,
  onBlur,
  disabled = false,
  kind,
  accept,
  underBytes,
  maximum,
  onFailure,
}: Omit<AssetSourceFieldProps, "hint" | "error" | "optional"> & {
  onFailure: (message: string | undefined) => void;
}) {
  const t = useTranslations("form.source");
  const failureText = useUploadFailureText(kind);
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<SourceQuestion>(null);

  const [list] = useState(() => new SourceList(value));
  useLayoutEffect(() => list.sync(value), [list, value]);

  const add = (source: MediaSource) => {
    onFailure(undefined);
    onValueChange(list.add(source, maximum));
    onBlur?.();
  };
  const { pending, upload, cancel } = useUploads(kind, {
    onUploaded: (assetId) => add({ assetId }),
    onFailed: (failure) => onFailure(failureText(failure)),
  });
  const free = maximum - value.length - pending.length;

  function takeFiles(files: Iterable<File>) {
    for (const file of [...files].slice(0, maximum)) {
      if (file.size >= underBytes) {
        onFailure(t("tooLarge", { fileName: file.name, limit: units.bytes(underBytes) }));
      } else {
        onFailure(undefined);
        void upload(file);
      }
    }
  }

  const frame = useSourceTransfer({ disabled, onFiles: takeFiles, onUrl: (url) => add({ url }) });
  const question = { asking, onAsk: setAsking };

  return (
    <SourceFrame {...frame}>
      <div className="flex flex-wrap items-center gap-2">
        {value.map((source) => (
          <AssetSourceTile
            key={sourceKey(source)}
            source={source}
            kind={kind}
            disabled={disabled}
            onRemove={() => onValueChange(list.remove(source))}
          />
        ))}
        {pending.map((entry) => (
          <AssetUploadTile key={entry.id} upload={entry} onCancel={() => cancel(entry.id)} />
        ))}
        {free > 0 ? (
          <button
            type="button"
            disabled={disabled}
            onClick={() => fileInputRef.current?.click()}
            aria-label={t("choose", { label })}
            data-tooltip={t("choose", { label })}
            className="grid size-16 shrink-0 place-items-center rounded-md border border-dashed border-line-strong text-text-3 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
          >
            <Plus aria-hidden className="size-4" />
          </button>
        ) : null}
        <div className="min-w-40 flex-1 pl-1">
          <p className="text-2xs text-text-3">
            <DropWords words={t("drop")} touchWords={t("chooseFile")} />
          </p>
          <SourceWays {...question} disabled={disabled} />
        </div>
      </div>
      <SourceFileInput
        inputRef={fileInputRef}
        label={label}
        accept={accept.join(",")}
        multiple={maximum > 1}
        onFiles={takeFiles}
      />
      <SourceAnswers {...question} kind={kind} onSource={add} />
    </SourceFrame>
  );
}
