"use client";

import { Star, Award } from "lucide-react";
import { useTranslations } from "next-intl";
import { Popover } from "@/components/ui/popover";
import { Button } from "@/components/ui/button";
import { useShortcut } from "@/components/ui/use-shortcut";
import { barButtonClass, barLabelClass, type SelectionActionProps } from "./bar-button";

const stars = [1, 2, 3, 4, 5] as const;

/** Rates all; the digits do it without the panel. */
export function RateAction({ isTrash, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const rate = (rating: number) => void onRun({ kind: "change", changes: { rating } });
  const options = { enabled: !isTrash };
  useShortcut("0", () => rate(0), options);
  useShortcut("1", () => rate(1), options);
  useShortcut("2", () => rate(2), options);
  useShortcut("3", () => rate(3), options);
  useShortcut("4", () => rate(4), options);
  useShortcut("5", () => rate(5), options);
  if (isTrash) return null;
  return (
    <Popover
      variant="ghost"
      size="small"
      label={t("rate")}
      aria-disabled={disabled || undefined}
      aria-keyshortcuts="0 1 2 3 4 5"
      className={barButtonClass}
      trigger={
        <>
          <Award aria-hidden />
          <span className={barLabelClass}>{t("rate")}</span>
        </>
      }
    >
      {(close) => {
        const choose = (rating: number) => {
          close();
          rate(rating);
        };
        return (
          <div className="grid gap-0.5">
            {stars.toReversed().map((count) => (
              <Button
                key={count}
                variant="ghost"
                size="small"
                aria-label={t("stars", { stars: count })}
                className="justify-start!"
                onClick={() => choose(count)}
              >
                {stars.slice(0, count).map((star) => (
                  <Star key={star} aria-hidden className="fill-current" />
                ))}
              </Button>
            ))}
            <Button variant="ghost" size="small" className="justify-start!" onClick={() => choose(0)}>
              {t("noRating")}
            </Button>
          </div>
        );
      }}
    </Popover>
  );
}
