"use client";

import { AudioLines, Clapperboard, FileText, Link2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ProgressLine } from "@/components/ui/progress-line";
import type { AssetKind } from "@/lib/media/stored-asset";
import { describeUrl, type MediaSource } from "./media-source";
import type { PendingUpload } from "./use-uploads";

const tileClass = "relative size-16 shrink-0 overflow-hidden rounded-md border bg-raised";

/** One chosen reference: its picture, or what can be said of it; a foreign address is named, not fetched. */
export function AssetSourceTile({
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
        // eslint-disable-next-line @next/next/no-img-element
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

/** A file on its way in, with how much of it has arrived. */
export function AssetUploadTile({ upload, onCancel }: { upload: PendingUpload; onCancel: () => void }) {
  const t = useTranslations("form.source");
  return (
    <div className={tileClass}>
      <div className="grid size-full place-content-center px-1">
        <span className="w-14 truncate text-center text-2xs text-text-3">{upload.fileName}</span>
      </div>
      <ProgressLine
        label={t("uploading", { fileName: upload.fileName })}
        // What has left is not yet stored: the last part waits for the studio's answer.
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
