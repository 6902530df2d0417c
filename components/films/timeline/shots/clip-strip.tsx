"use client";

import type { ShotContent } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { StripFrame, useVideoStrip } from "../../desk/video-strip";
import { listClipFrames } from "./list-clip-frames";

interface ClipStripProps {
  item: FilmItem;
  content: Extract<ShotContent, { kind: "video" }>;
  /** Of the shot. */
  seconds: number;
  /** Of the clip, and of a whole frame, in pixels. */
  width: number;
  framePx: number;
}

/** What a video shows over the time of its shot. Nothing until its frames are there. */
export function ClipStrip({ item, content, seconds, width, framePx }: ClipStripProps) {
  const address = useVideoStrip(item.assetId);
  const { durationSeconds } = item;
  if (!address || !durationSeconds) return null;
  const { from, speed } = content;
  return (
    <span className="absolute inset-0 bg-hover">
      {listClipFrames({ from, durationSeconds, seconds, speed, width, framePx }).map(
        ({ left, index }, number) => (
          <StripFrame
            key={number}
            address={address}
            index={index}
            className="absolute inset-y-0"
            style={{ left, width: framePx }}
          />
        ),
      )}
    </span>
  );
}
