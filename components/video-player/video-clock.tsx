"use client";

import { useTranslations } from "next-intl";
import { formatFineClock } from "@/lib/i18n/units";
import { frameAt } from "./frame-clock";
import { useVideoSnapshot, useVideoTime } from "./use-video-deck";
import type { VideoTransport } from "./video-transport";

/** Where it stands: the time, and which frame of how many. */
export function VideoClock({ transport }: { transport: VideoTransport }) {
  const t = useTranslations("watch");
  const { clock } = transport;
  const { durationSeconds } = useVideoSnapshot(transport);
  const moment = useVideoTime(transport, formatFineClock);
  const frame = useVideoTime(transport, (seconds) => (clock ? frameAt(seconds, clock) + 1 : null));
  return (
    <p className="min-w-0 px-1.5 text-xs leading-tight whitespace-nowrap text-text-3 tabular-nums">
      <span className="text-text">{moment}</span>
      {" / "}
      {formatFineClock(durationSeconds)}
      {clock && frame !== null ? (
        <span className="block text-2xs leading-tight">
          {t("frameOf", { frame, count: clock.frameCount })}
        </span>
      ) : null}
    </p>
  );
}
