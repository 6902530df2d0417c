"use client";

import { PlayMark } from "@/components/video-player/play-mark";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { HoverVideo } from "@/components/takes/hover-video";
import { LengthBadge } from "@/components/takes/length-badge";

/** Marks a still as a video with its length. Lazily loaded, hence the default export. */
export default function VideoTileMarks({
  output,
  still = false,
}: {
  output: Pick<OutputDto, "url" | "durationSeconds">;
  /** Never plays, also not on hover. */
  still?: boolean;
}) {
  return (
    <span className="pointer-events-none absolute inset-0 grid place-items-center">
      {still ? null : <HoverVideo output={output} />}
      <PlayMark size="small" />
      <LengthBadge output={output} className="absolute bottom-2 left-2" />
    </span>
  );
}
