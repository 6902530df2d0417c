"use client";

import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { useVideoSnapshot } from "./use-video-deck";
import type { VideoTransport } from "./video-transport";

/** How loud it is, and silence at a press. */
export function VideoVolume({ transport, muted }: { transport: VideoTransport; muted: boolean }) {
  const t = useTranslations("watch");
  const { volume } = useVideoSnapshot(transport);
  const percent = Math.round((muted ? 0 : volume) * 100);
  return (
    <span className="flex items-center">
      <IconButton
        label={t(muted ? "unmute" : "mute")}
        aria-pressed={muted}
        onClick={() => transport.setMuted(!muted)}
      >
        {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </IconButton>
      <Slider
        aria-label={t("volume")}
        min={0}
        max={100}
        step={5}
        value={percent}
        valueText={t("percent", { percent })}
        onValueChange={(value) => transport.setVolume(value / 100)}
        className="mx-1 w-18! @max-md:hidden"
      />
    </span>
  );
}
