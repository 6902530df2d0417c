"use client";

import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu";
import { useVideoSnapshot } from "./use-video-deck";
import { videoRates, type VideoTransport } from "./video-transport";

/** How fast it plays; the pitch of its sound stays. */
export function VideoRateMenu({ transport }: { transport: VideoTransport }) {
  const t = useTranslations("watch");
  const { rate } = useVideoSnapshot(transport);
  return (
    <Menu
      items={[
        {
          kind: "choice",
          label: t("speed"),
          value: String(rate),
          options: videoRates.map((each) => ({ value: String(each), label: t("times", { rate: each }) })),
          onValueChange: (value) => transport.setRate(Number(value)),
        },
      ]}
      label={t("speedNow", { rate })}
      side="top"
      variant="ghost"
      size="small"
      className="min-w-10 px-1.5! tabular-nums"
      data-tooltip={t("speed")}
    >
      {t("times", { rate })}
    </Menu>
  );
}
