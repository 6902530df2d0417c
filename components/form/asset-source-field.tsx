"use client";

import { FolderOpen, Link2, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type DragEvent } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field, useFieldGroup } from "@/components/ui/field";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useUnits } from "@/lib/i18n/units";
import type { AssetKind } from "@/lib/media/asset-kind";
import { AssetSourceTile, AssetUploadTile } from "./asset-source-tile";
import { AssetUrlInput } from "./asset-url-input";
import type { FieldBinding, FieldWords } from "./field-binding";
import { findUrl, sourceKey, type MediaSource } from "./media-source";
import { useUploads } from "./use-uploads";

/** Fetched when it is first opened; next/dynamic would have it preloaded with the form. */
const AssetPicker = lazy(() => import("./asset-picker"));

export interface AssetSourceFieldProps extends FieldBinding<readonly MediaSource[]>, FieldWords {
  kind: AssetKind;
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
  const errorText = useErrorText();
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<"url" | "library" | null>(null);
  const [over, setOver] = useState(false);

  const add = (source: MediaSource) => {
    onFailure(undefined);
    const others = value.filter((known) => sourceKey(known) !== sourceKey(source));
    // The newest stays: choosing another where one is allowed means exchanging it.
    onValueChange([...others, source].slice(-maximum));
    onBlur?.();
  };
  const { pending, upload, cancel } = useUploads(kind, {
    onUploaded: (assetId) => add({ assetId }),
    onFailed: ({ fileName, code }) => {
      const { title, action } = errorText(code);
      onFailure(t("uploadFailed", { fileName, title, action }));
    },
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

  function takeTransfer(transfer: DataTransfer): boolean {
    const files = [...transfer.files];
    const url = findUrl(transfer.getData("text/uri-list") || transfer.getData("text/plain"));
    if (files.length > 0) takeFiles(files);
    else if (url) add({ url });
    return files.length > 0 || url !== undefined;
  }

  const dropProps = disabled
    ? {}
    : {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: (event: DragEvent) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          takeTransfer(event.dataTransfer);
        },
        onPaste: (event: ClipboardEvent) => {
          // Into the line for an address, text is pasted as into any other.
          if (event.target instanceof HTMLInputElement && event.clipboardData.files.length === 0) return;
          if (takeTransfer(event.clipboardData)) event.preventDefault();
        },
      };

  return (
    <div
      role="group"
      {...useFieldGroup()}
      {...dropProps}
      className={classNames("rounded-md", over && "outline-2 outline-offset-4 outline-hue outline-dashed")}
    >
      <div className="flex flex-wrap items-center gap-2">
        {value.map((source) => (
          <AssetSourceTile
            key={sourceKey(source)}
            source={source}
            kind={kind}
            disabled={disabled}
            onRemove={() => onValueChange(value.filter((known) => known !== source))}
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
          <p className="text-2xs text-text-3">{t("drop")}</p>
          <div className="-ml-2 flex flex-wrap">
            <Button
              variant="ghost"
              size="small"
              disabled={disabled}
              aria-expanded={asking === "url"}
              onClick={() => setAsking(asking === "url" ? null : "url")}
            >
              <Link2 aria-hidden />
              {t("link")}
            </Button>
            <Button
              variant="ghost"
              size="small"
              disabled={disabled}
              aria-haspopup="dialog"
              onClick={() => setAsking("library")}
            >
              <FolderOpen aria-hidden />
              {t("library")}
            </Button>
          </div>
        </div>
      </div>
      <input
        ref={fileInputRef}
        type="file"
        hidden
        accept={accept.join(",")}
        multiple={maximum > 1}
        aria-label={t("choose", { label })}
        onChange={(event) => {
          takeFiles(event.currentTarget.files ?? []);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      {asking === "url" ? (
        <AssetUrlInput
          onAdd={(url) => {
            add({ url });
            setAsking(null);
          }}
          onCancel={() => setAsking(null)}
        />
      ) : null}
      {asking === "library" ? (
        <Suspense fallback={null}>
          <AssetPicker
            kind={kind}
            onPick={(assetId) => {
              add({ assetId });
              setAsking(null);
            }}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
