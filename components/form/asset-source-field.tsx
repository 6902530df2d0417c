"use client";

import { Plus, AudioLines, Clapperboard, FileText, Link2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { ProgressLine } from "@/components/ui/progress";
import { useUnits } from "@/lib/i18n/units";
import type { AssetKind } from "@/lib/media/stored-asset";
import type { FieldBinding, FieldWords } from "./form-field";
import { sourceKey, type MediaSource, describeUrl } from "./media-source";
import { DropWords } from "./source/drop-words";
import { SourceFrame, useSourceTransfer } from "./source/source-frame";
import { SourcePanel, SourceFileInput, SourceButtons, type OpenSourcePanel } from "./source/source-input";
import { useUploadFailureText, useUploads, type PendingUpload } from "./use-uploads";
import { EarlyButton } from "@/components/ui/early-button";

interface AssetSourceFieldProps extends FieldBinding<readonly MediaSource[]>, FieldWords {
  kind: "image" | "audio";
  /** MIME types for the file chooser. The server checks the bytes. */
  accept: readonly string[];
  /** Exclusive limit of a file's size, in bytes. */
  underBytes: number;
  /** The most files that fit. */
  maximum: number;
  optional?: boolean;
}

/** Reference media: dropped, pasted, chosen from this machine or the library, or given as a link. */
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
  const [openPanel, setOpenPanel] = useState<OpenSourcePanel>(null);

  const [list] = useState(() => new SourceList(value));
  useLayoutEffect(() => list.sync(value), [list, value]);

  const add = (source: MediaSource) => {
    onFailure(undefined);
    onValueChange(list.add(source, maximum));
    onBlur?.();
  };
  const { pending, upload, cancel } = useUploads(kind, {
    onUploaded: (assetId) => add({ assetId }),
    onFailed: async (failure) => onFailure(await failureText(failure)),
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

  const frame = useSourceTransfer({
    kind,
    disabled,
    onFiles: takeFiles,
    onUrl: (url) => add({ url }),
    onAsset: (assetId) => add({ assetId }),
  });
  const panel = { openPanel, onOpenPanel: setOpenPanel };

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
          <EarlyButton
            type="button"
            disabled={disabled}
            onClick={() => fileInputRef.current?.click()}
            aria-label={t("choose", { label })}
            data-tooltip={t("choose", { label })}
            className="grid size-16 shrink-0 place-items-center rounded-md border border-dashed border-line-strong text-text-3 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
          >
            <Plus aria-hidden className="size-4" />
          </EarlyButton>
        ) : null}
        <div className="min-w-40 flex-1 pl-1">
          <p className="text-2xs text-text-3">
            <DropWords words={t("drop")} touchWords={t("chooseFile")} />
          </p>
          <SourceButtons {...panel} disabled={disabled} />
        </div>
      </div>
      <SourceFileInput
        inputRef={fileInputRef}
        label={label}
        accept={accept.join(",")}
        multiple={maximum > 1}
        onFiles={takeFiles}
      />
      <SourcePanel {...panel} kind={kind} onSource={add} />
    </SourceFrame>
  );
}

const tileClass = "relative size-16 shrink-0 overflow-hidden rounded-md border bg-raised";

/** One chosen reference as a thumbnail. A link is shown by its name and never fetched. */
function AssetSourceTile({
  source,
  kind,
  disabled,
  onRemove,
}: {
  source: MediaSource;
  kind: AssetKind;
  disabled: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations("form.source");
  const name = "url" in source ? describeUrl(source.url) : t("ownFile");
  return (
    <div className={tileClass}>
      {"assetId" in source && kind === "image" ? (
        // The studio's own thumbnail, already sized and cached.
        <img
          src={`/api/media/${source.assetId}?width=160`}
          alt={name}
          className="size-full object-cover"
          draggable={false}
        />
      ) : (
        <div className="grid size-full content-end justify-items-center gap-1 px-1 pb-1.5 text-text-3">
          <KindIcon source={source} kind={kind} />
          <span className="w-14 truncate text-center text-2xs" title={name}>
            {name}
          </span>
        </div>
      )}
      <RemoveButton label={t("remove", { name })} disabled={disabled} onPress={onRemove} />
    </div>
  );
}

/** A running upload with its progress. */
function AssetUploadTile({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
  const t = useTranslations("form.source");
  return (
    <div className={tileClass}>
      <div className="grid size-full place-content-center px-1">
        <span className="w-14 truncate text-center text-2xs text-text-3">{upload.fileName}</span>
      </div>
      <ProgressLine
        label={t("uploading", { fileName: upload.fileName })}
        // Sent is not stored yet: the end of the upload waits for the server's response.
        share={upload.share < 1 ? upload.share : undefined}
        className="absolute inset-x-0 bottom-0"
      />
      <RemoveButton label={t("cancelUpload", { fileName: upload.fileName })} onPress={onCancel} />
    </div>
  );
}

function KindIcon({ source, kind }: { source: MediaSource; kind: AssetKind }) {
  const Icon =
    "url" in source ? Link2 : kind === "audio" ? AudioLines : kind === "video" ? Clapperboard : FileText;
  return <Icon aria-hidden className="mx-auto size-4" />;
}

function RemoveButton({
  label,
  disabled = false,
  onPress,
}: {
  label: string;
  disabled?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      disabled={disabled}
      onClick={onPress}
      className="absolute top-0.5 right-0.5 grid size-6 place-items-center rounded-sm bg-black/62 text-white hover:bg-black/80 disabled:hidden"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}

/**
 * The current media of a field, which may be ahead of the last render: when two uploads end between two renders, the
 * second must not drop the first.
 */
export class SourceList {
  #sources: readonly MediaSource[];

  constructor(sources: readonly MediaSource[]) {
    this.#sources = sources;
  }

  /** Takes over the value of the field. */
  sync(sources: readonly MediaSource[]): void {
    this.#sources = sources;
  }

  /** Adds a source or moves it to the end, and drops the oldest above the maximum. */
  add(source: MediaSource, maximum: number): readonly MediaSource[] {
    const others = this.#sources.filter((known) => sourceKey(known) !== sourceKey(source));
    return (this.#sources = [...others, source].slice(-maximum));
  }

  remove(source: MediaSource): readonly MediaSource[] {
    return (this.#sources = this.#sources.filter((known) => sourceKey(known) !== sourceKey(source)));
  }
}
