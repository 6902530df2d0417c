"use client";

import { useTranslations } from "next-intl";
import { usePlayerValue } from "./use-player";

/** During a comparison, marks a track as A or B. */
export function HeardBadge({ trackId }: { trackId: string }) {
  const t = useTranslations("player.take");
  const side = usePlayerValue(({ comparison }) =>
    comparison?.a.id === trackId ? "A" : comparison?.b.id === trackId ? "B" : null,
  );
  if (!side) return null;
  return (
    <span
      title={t("heardAs", { side })}
      className="grid size-4.5 place-items-center rounded-xs bg-hover text-2xs font-semibold text-text-2"
    >
      {side}
    </span>
  );
}
