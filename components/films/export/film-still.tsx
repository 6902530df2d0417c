"use client";

import { Film } from "lucide-react";
import { useDesk } from "../desk/use-desk";

/** What the film shows first. */
export function FilmStill({ assetId }: { assetId?: string | undefined }) {
  const first = useDesk(({ document, items }) => {
    for (const { content } of document.shots) {
      const item = "itemId" in content ? items.get(content.itemId) : undefined;
      if (item) return item.assetId;
    }
    return undefined;
  });
  const shown = assetId ?? first;
  return (
    <span className="relative grid aspect-video place-items-center overflow-hidden rounded-md bg-raised">
      {shown ? (
        <img
          src={`/api/media/${shown}?width=320`}
          alt=""
          draggable={false}
          className="size-full object-cover"
        />
      ) : (
        <Film aria-hidden className="size-6 stroke-[1.5] text-text-3" />
      )}
    </span>
  );
}
