"use client";

import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names";
import { EarlyButton } from "@/components/ui/early-button";

const ratings = [1, 2, 3, 4, 5] as const;

interface ItemRatingProps {
  /** 0 without one. */
  rating: number;
  onRate: (rating: number) => void;
}

/** Five stars; the chosen one again removes the rating. */
export function ItemRating({ rating, onRate }: ItemRatingProps) {
  const t = useTranslations("takes.item");
  return (
    <div role="group" aria-label={t("rating")} className="flex">
      {ratings.map((stars) => (
        <EarlyButton
          key={stars}
          type="button"
          aria-label={t("stars", { count: stars })}
          aria-pressed={stars === rating}
          data-tooltip={stars === rating ? t("noRating") : t("stars", { count: stars })}
          onClick={() => onRate(stars === rating ? 0 : stars)}
          className="grid size-7 place-items-center rounded-sm text-text-3 hover:text-hue"
        >
          <Star aria-hidden className={classNames("size-4.5", stars <= rating && "fill-current text-hue")} />
        </EarlyButton>
      ))}
    </div>
  );
}
