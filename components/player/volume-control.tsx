"use client";

import { useTranslations } from "next-intl";
import { IconPopover } from "@/components/ui/popover";
import { loudnessPercent, VolumeIcon, VolumeSlider } from "@/components/ui/volume-slider";
import { usePlayer } from "./use-player";

/** A volume slider with a mute button and the percentage. */
export function VolumeControl() {
  const t = useTranslations("player");
  const { volume, muted, player } = usePlayer();
  const percent = t("percent", { percent: loudnessPercent({ volume, muted }) });
  return (
    <div className="flex items-center gap-2">
      <VolumeSlider
        volume={volume}
        muted={muted}
        words={{ volume: t("volume"), mute: t("mute"), unmute: t("unmute"), percent }}
        onMutedChange={(next) => player.setMuted(next)}
        onVolumeChange={(next) => player.setVolume(next)}
        sliderClassName="w-32"
      />
      <span className="min-w-11 text-right whitespace-nowrap text-2xs text-text-3 tabular-nums">
        {percent}
      </span>
    </div>
  );
}

export function VolumePopover() {
  const t = useTranslations("player");
  const { volume, muted } = usePlayer();
  return (
    <IconPopover
      icon={<VolumeIcon volume={volume} muted={muted} />}
      label={t("volume")}
      panelClassName="mb-6!"
    >
      {() => <VolumeControl />}
    </IconPopover>
  );
}
