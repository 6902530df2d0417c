"use client";

import { useTranslations } from "next-intl";
import { useGenerator, useGeneratorParts } from "@/components/generators";
import type { Place } from "@/lib/films/film-document";
import type { ThumbnailWidth } from "@/lib/media/stored-asset";
import { useDesk } from "../desk/use-desk";

/** The words of a shot, with its camera instructions marked. */
export function PlaceText({ place }: { place: Place }) {
  const t = useTranslations("places");
  const { PromptText } = useGeneratorParts();
  const generator = useGenerator(place.generator);
  if (place.text.trim() === "") return t("noText");
  const model = place.model ?? generator?.shot?.models[0] ?? "";
  return <PromptText generator={place.generator} model={model} prompt={place.text} />;
}

/** Where its first frame comes from; nothing for a generator that takes none. */
export function useFrameWords(place: Place, numberBefore: number): string | null {
  const t = useTranslations("places.frame");
  const generator = useGenerator(place.generator);
  const itemId = place.firstFrame.of === "item" ? place.firstFrame.itemId : null;
  const isThere = useDesk(({ items }) => itemId !== null && items.has(itemId));
  if (generator?.shot?.firstFrame === "none") return null;
  if (itemId !== null) return t(isThere ? "item" : "missing");
  if (place.firstFrame.of === "none" || numberBefore === 0) return t("none");
  return t("shotBefore", { number: numberBefore });
}

/** The address of a small picture of its first frame, where that is known. */
export function useFrameThumbnail(place: Place, numberBefore: number, width: ThumbnailWidth): string | null {
  const { firstFrame } = place;
  const assetId = useDesk(({ items, document }) => {
    if (firstFrame.of === "item") return items.get(firstFrame.itemId)?.assetId;
    const before = firstFrame.of === "shot-before" ? document.shots[numberBefore - 1]?.content : undefined;
    return before && "itemId" in before ? items.get(before.itemId)?.assetId : undefined;
  });
  return assetId === undefined ? null : `/api/media/${assetId}?width=${width}`;
}
