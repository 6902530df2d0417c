"use client";

import { FolderOpen, ImagePlus, Link2, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type DragEvent } from "react";
import { AssetUploadTile } from "@/components/form/asset-source-tile";
import { AssetUrlInput } from "@/components/form/asset-url-input";
import type { FieldBinding } from "@/components/form/field-binding";
import { findUrl, type MediaSource } from "@/components/form/media-source";
import { useUploads } from "@/components/form/use-uploads";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field, useFieldGroup } from "@/components/ui/field";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useUnits } from "@/lib/i18n/units";
import { maxUploadBytes } from "@/lib/media/upload-limits";
import { findExamplePicturePath } from "./example-pictures";
import { LinkedPictureCard } from "./linked-picture-card";
import { PictureCard } from "./picture-card";
import { useExamplePicture } from "./use-example-picture";

/** Fetched when it is first opened. */
const AssetPicker = lazy(() => import("@/components/form/asset-picker"));

export interface FirstFrameFieldProps extends FieldBinding<MediaSource | undefined> {
  /** How the person calls it: the service's own name of the field. */
  label: string;
  hint?: string | undefined;
}

/**
 * The picture that a video begins with: dropped, pasted, chosen, named by address or taken from the library. It is shown
 * as it will be used, and what would keep it from being filmed is told before anything is sent.
 */
export function FirstFrameField({ label, hint, error, ...props }: FirstFrameFieldProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <Field as="group" label={label} hint={hint} error={failure ?? error} required>
      <FirstFrameControl {...props} label={label} onFailure={setFailure} />
    </Field>
  );
}

function FirstFrameControl({
  label,
  name,
  value,
  onValueChange,
  onBlur,
  disabled = false,
  onFailure,
}: Omit<FirstFrameFieldProps, "hint" | "error"> & { onFailure: (message: string | undefined) => void }) {
  const t = useTranslations("frame");
  const errorText = useErrorText();
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<"url" | "library" | null>(null);
  const [over, setOver] = useState(false);

  function choose(source: MediaSource | undefined) {
    onFailure(undefined);
    setAsking(null);
    onValueChange(source);
    onBlur?.();
  }

  const { pending, upload, cancel } = useUploads("image", {
    onUploaded: (assetId) => choose({ assetId }),
    onFailed: ({ fileName, code }) => {
      const { title, action } = errorText(code);
      onFailure(t("uploadFailed", { fileName, title, action }));
    },
  });
  const exampleIsMissing = useExamplePicture(value, { onBrought: (assetId) => choose({ assetId }) });

  function takeFile(file: File): void {
    onFailure(undefined);
    if (file.size > maxUploadBytes) {
      onFailure(t("tooLarge", { fileName: file.name, limit: units.bytes(maxUploadBytes) }));
    } else {
      void upload(file);
    }
  }

  function takeTransfer(transfer: DataTransfer): boolean {
    const [file] = transfer.files;
    const url = findUrl(transfer.getData("text/uri-list") || transfer.getData("text/plain"));
    if (file) takeFile(file);
    else if (url) choose({ url });
    return file !== undefined || url !== undefined;
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

  function describeLink(url: string): string {
    if (findExamplePicturePath(url) === null) return t("linked");
    return exampleIsMissing ? t("notBrought") : t("bringing");
  }

  return (
    <div
      role="group"
      {...useFieldGroup()}
      {...dropProps}
      className={classNames("rounded-md", over && "outline-2 outline-offset-4 outline-hue outline-dashed")}
    >
      {value && "assetId" in value ? (
        <PictureCard key={value.assetId} assetId={value.assetId} disabled={disabled} onChange={choose} />
      ) : value ? (
        <LinkedPictureCard
          url={value.url}
          note={describeLink(value.url)}
          disabled={disabled}
          onRemove={() => choose(undefined)}
        />
      ) : null}
      {pending.map((entry) => (
        <AssetUploadTile key={entry.id} upload={entry} onCancel={() => cancel(entry.id)} />
      ))}
      {value === undefined && pending.length === 0 ? (
        <button
          type="button"
          name={name}
          disabled={disabled}
          onClick={() => fileInputRef.current?.click()}
          className="flex w-full items-center gap-3 rounded-md border border-dashed border-line-strong px-3.5 py-4 text-left text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
        >
          <ImagePlus aria-hidden className="size-4.5 shrink-0 text-text-3" />
          <span>
            {t("drop")}
            <span className="block text-2xs text-text-3">{t("limits")}</span>
          </span>
        </button>
      ) : null}
      <div className="mt-1 -ml-2 flex flex-wrap">
        {value ? (
          <Button
            variant="ghost"
            size="small"
            name={name}
            disabled={disabled}
            onClick={() => fileInputRef.current?.click()}
          >
            <Upload aria-hidden />
            {t("another")}
          </Button>
        ) : null}
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
      <input
        ref={fileInputRef}
        type="file"
        hidden
        accept="image/*"
        aria-label={t("choose", { label })}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) takeFile(file);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      {asking === "url" ? (
        <AssetUrlInput onAdd={(url) => choose({ url })} onCancel={() => setAsking(null)} />
      ) : null}
      {asking === "library" ? (
        <Suspense fallback={null}>
          <AssetPicker
            kind="image"
            onPick={(assetId) => choose({ assetId })}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
