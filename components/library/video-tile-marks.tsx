"use client";

import { PlayMark } from "@/components/video-player/play-mark";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { HoverVideo } from "@/components/takes/hover-video";
import { LengthBadge } from "@/components/takes/length-badge";

/** What tells a video's still from a picture: that it plays and how long. Loaded on demand, hence the default export. */
export default function VideoTileMarks({
  output,
  still,
}: {
  output: OutputDto;
  /** Never runs, also not under the mouse. */
  still: boolean;
}) {
  return (
    <span className="pointer-events-none absolute inset-0 grid place-items-center">
      {still ? null : <HoverVideo output={output} />}
      <PlayMark size="small" />
      <LengthBadge output={output} className="absolute bottom-2 left-2" />
    </span>
  );
}
