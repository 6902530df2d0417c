"use client";

import { Clapperboard, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { describeGeneration } from "@/lib/generations/ask/describe-generation";
import { formatLength } from "@/lib/i18n/units";
import type { LibraryChoice } from "./library-choices";

/** One picture, video or text of the library, to be chosen. */
export function AssetTile({
  generation,
  output,
  number,
  count,
  take,
  onPick,
}: LibraryChoice & { onPick: () => void }) {
  const t = useTranslations("form.picker");
  const tTakes = useTranslations("takes");
  const words = describeGeneration(generation);
  const title = take === null ? words : tTakes("stack.takeOf", { title: words, number: take });
  const name = count > 1 ? t("oneOf", { title, number, count }) : title;
  const kind = output.mimeType.split("/")[0];
  const Icon = kind === "video" ? Clapperboard : FileText;
  return (
    <button
      type="button"
      data-choice=""
      onClick={onPick}
      aria-label={name}
      data-tooltip={name}
      className="relative block aspect-square w-full overflow-hidden rounded-md bg-raised transition-opacity hover:opacity-85"
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
          {output.durationSeconds === undefined ? null : <span>{formatLength(output.durationSeconds)}</span>}
        </span>
      )}
      {generation.favourite ? (
        <FavouriteMark
          label={tTakes("favourite")}
          className="absolute top-1.5 left-1.5 size-5.5 rounded-xs bg-black/62 text-white"
        />
      ) : null}
    </button>
  );
}
