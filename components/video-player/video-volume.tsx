"use client";

import { useTranslations } from "next-intl";
import { loudnessPercent, VolumeSlider } from "@/components/ui/volume-slider";
import { useVideoSnapshot } from "./use-video-deck";
import type { VideoTransport } from "./video-transport";

/** How loud it is, and silence at a press. */
export function VideoVolume({ transport, muted }: { transport: VideoTransport; muted: boolean }) {
  const t = useTranslations("watch");
  const { volume } = useVideoSnapshot(transport);
  return (
    <span className="flex items-center">
      <VolumeSlider
        volume={volume}
        muted={muted}
        words={{
          volume: t("volume"),
          mute: t("mute"),
          unmute: t("unmute"),
          percent: t("percent", { percent: loudnessPercent({ volume, muted }) }),
        }}
        onMutedChange={(next) => transport.setMuted(next)}
        onVolumeChange={(next) => transport.setVolume(next)}
        sliderClassName="mx-1 w-18! @max-md:hidden"
      />
    </span>
  );
}
