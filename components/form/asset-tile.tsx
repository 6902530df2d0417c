"use client";

import { AudioLines, Clapperboard, FileText } from "lucide-react";
import type { OutputDto } from "@/lib/generations/generation-dto";

/** One result of the library, to be chosen. */
export function AssetTile({ output, name, onPick }: { output: OutputDto; name: string; onPick: () => void }) {
  const kind = output.mimeType.split("/")[0];
  const Icon = kind === "audio" ? AudioLines : kind === "video" ? Clapperboard : FileText;
  return (
    <button
      type="button"
      onClick={onPick}
      aria-label={name}
      data-tooltip={name}
      className="block aspect-square w-full overflow-hidden rounded-md bg-raised transition-opacity hover:opacity-85"
    >
      {kind === "image" ? (
        // The studio's own thumbnail, already sized and cached.
        // eslint-disable-next-line @next/next/no-img-element
        <img
          src={`${output.url}?width=320`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-content-center justify-items-center gap-2 p-3 text-2xs text-text-2">
          <Icon aria-hidden className="size-5 text-text-3" />
          <span className="line-clamp-2">{name}</span>
        </span>
      )}
    </button>
  );
}
