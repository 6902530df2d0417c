import { FileArchive, FileText, Music } from "lucide-react";
import type { AssetKind } from "@/lib/media/stored-asset";

const icons = { audio: Music, text: FileText, archive: FileArchive } as const;

/** A file at the side of its row: its thumbnail, or the icon of its kind. */
export function FilePreview({ assetId, kind }: { assetId: string; kind: AssetKind }) {
  const frame = "grid size-10 shrink-0 place-items-center overflow-hidden rounded-md bg-raised text-text-3";
  if (kind === "image" || kind === "video") {
    return (
      // The studio's own thumbnail, already sized and cached.
      <span className={frame}>
        <img
          src={`/api/media/${assetId}?width=160`}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </span>
    );
  }
  const Icon = icons[kind];
  return (
    <span className={frame}>
      <Icon aria-hidden />
    </span>
  );
}
