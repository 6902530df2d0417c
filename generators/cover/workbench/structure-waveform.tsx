"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type WaveSurfer from "wavesurfer.js";
import type { Track } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { seekTrack } from "@/components/player/use-player";
import { useWaveRegions } from "@/components/player/use-wave-regions";
import { Waveform } from "@/components/player/waveform";
import { formatClock } from "@/lib/i18n/clocks";
import type { StructureSegment } from "@/lib/covers/read-structure";
import { segmentColor } from "./segment-look";
import { useSegmentName } from "./segment-look";

interface StructureWaveformProps {
  track: Track;
  segments: readonly StructureSegment[];
  durationSeconds: number;
}

/** Narrower parts show their name in a tooltip only. */
const namedFromShare = 0.11;

/** A waveform with the names of the parts above and their colours behind it. */
export function StructureWaveform({ track, segments, durationSeconds }: StructureWaveformProps) {
  const t = useTranslations("workbench");
  const nameOf = useSegmentName();
  const peaks = usePeaks(track);
  const [wave, setWave] = useState<WaveSurfer | null>(null);
  const regions = useWaveRegions(wave);
  // Positions refer to the waveform, which has the decoded length.
  const fullSeconds = peaks?.durationSeconds ?? durationSeconds;
  const place = ({ startSeconds, endSeconds }: StructureSegment) => ({
    left: `${(startSeconds / fullSeconds) * 100}%`,
    width: `${((Math.min(endSeconds, fullSeconds) - startSeconds) / fullSeconds) * 100}%`,
  });

  useEffect(() => {
    if (!regions) return;
    for (const { label, startSeconds, endSeconds } of segments) {
      regions.addRegion({
        start: startSeconds,
        end: endSeconds,
        color: `color-mix(in oklab, ${segmentColor(label)} 16%, transparent)`,
        drag: false,
        resize: false,
      });
    }
    return () => regions.clearRegions();
  }, [regions, segments]);

  return (
    <div>
      <div role="group" aria-label={t("parts")} className="relative h-6">
        {segments.map((segment) => {
          const name = nameOf(segment.label);
          const share = (segment.endSeconds - segment.startSeconds) / fullSeconds;
          const label = t("hearPart", {
            name,
            start: formatClock(segment.startSeconds),
            end: formatClock(segment.endSeconds),
          });
          return (
            <button
              key={segment.startSeconds}
              type="button"
              aria-label={label}
              data-tooltip={label}
              onClick={() => seekTrack(track, segment.startSeconds)}
              style={{ ...place(segment), borderColor: segmentColor(segment.label) }}
              // No padding: it would make short parts wider than they are.
              className="absolute inset-y-0 overflow-hidden border-t-3 pt-px text-left text-2xs text-text-2 hover:text-text"
            >
              {share >= namedFromShare ? <span className="block truncate px-1">{name}</span> : null}
            </button>
          );
        })}
      </div>
      <Waveform track={track} peaks={peaks} interactive onWave={setWave} className="h-14!" />
      <SegmentLegend segments={segments} />
    </div>
  );
}

/** The colours of the parts that occur. */
function SegmentLegend({ segments }: { segments: readonly StructureSegment[] }) {
  const t = useTranslations("workbench");
  const nameOf = useSegmentName();
  const labels = [...new Set(segments.map(({ label }) => label))];
  return (
    <ul aria-label={t("legend")} className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-2xs text-text-3">
      {labels.map((label) => (
        <li key={label ?? ""} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-xs" style={{ background: segmentColor(label) }} />
          {nameOf(label)}
        </li>
      ))}
    </ul>
  );
}
