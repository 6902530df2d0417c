"use client";

import { useTranslations } from "next-intl";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { playbackRates } from "./player-state";
import { usePlayer } from "./use-player";

/** How fast it plays; the pitch stays. */
export function RateMenu() {
  const t = useTranslations("player");
  const { rate, player } = usePlayer();
  const label = t("rate", { rate });
  const items: MenuItem[] = [
    {
      kind: "choice",
      label: t("rateLabel"),
      value: String(rate),
      options: playbackRates.map((each) => ({ value: String(each), label: t("times", { rate: each }) })),
      onValueChange: (value) => player.setRate(Number(value)),
    },
  ];
  return (
    <Menu
      items={items}
      label={label}
      side="top"
      variant="ghost"
      size="small"
      className="min-w-10 tabular-nums"
    >
      {t("times", { rate })}
    </Menu>
  );
}
