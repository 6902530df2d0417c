"use client";

import { Volume1, Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Slider } from "@/components/ui/slider";
import { usePlayer } from "./use-player";

function VolumeIcon({ volume, muted }: { volume: number; muted: boolean }) {
  if (muted || volume === 0) return <VolumeX aria-hidden />;
  return volume < 0.5 ? <Volume1 aria-hidden /> : <Volume2 aria-hidden />;
}

/** How loud it is, and silence at a press. */
export function VolumeControl() {
  const t = useTranslations("player");
  const { volume, muted, player } = usePlayer();
  const percent = Math.round((muted ? 0 : volume) * 100);
  return (
    <div className="flex items-center gap-2">
      <IconButton
        label={t(muted ? "unmute" : "mute")}
        aria-pressed={muted}
        onClick={() => player.setMuted(!muted)}
      >
        <VolumeIcon volume={volume} muted={muted} />
      </IconButton>
      <Slider
        aria-label={t("volume")}
        min={0}
        max={100}
        step={5}
        value={percent}
        valueText={t("percent", { percent })}
        onValueChange={(value) => player.setVolume(value / 100)}
        className="w-32"
      />
      <span className="min-w-11 text-right whitespace-nowrap text-2xs text-text-3 tabular-nums">
        {t("percent", { percent })}
      </span>
    </div>
  );
}

export function VolumePopover() {
  const t = useTranslations("player");
  const { volume, muted } = usePlayer();
  return (
    <Popover
      trigger={<VolumeIcon volume={volume} muted={muted} />}
      label={t("volume")}
      aria-label={t("volume")}
      data-tooltip={t("volume")}
      variant="ghost"
      size="icon-small"
      align="end"
      panelClassName="mb-6!"
    >
      {() => <VolumeControl />}
    </Popover>
  );
}
