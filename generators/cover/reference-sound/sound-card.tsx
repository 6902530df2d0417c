"use client";

import { useQuery } from "@tanstack/react-query";
import { Scissors, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type WaveSurfer from "wavesurfer.js";
import { soundQueries } from "@/components/queries/sound-queries";
import type { MediaSource } from "@/components/form/media-source";
import { ReportedSource, SourceProblems } from "@/components/form/source/reported-source";
import { toAssetTrack } from "@/components/player/track";
import { PlayButton } from "@/components/player/play-button";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import { IconButton } from "@/components/ui/button";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { SoundTrim } from "./sound-trim";
import { useSoundWords } from "./sound-words";
import { useTrimRange } from "./trim-range";
import { useTrimRegion } from "./use-trim-region";

interface SoundCardProps {
  assetId: string;
  disabled: boolean;
  onChange: (source: MediaSource | undefined) => void;
}

/** The chosen sound with player, waveform, facts and problems. */
export function SoundCard({ assetId, disabled, onChange }: SoundCardProps) {
  const t = useTranslations("sound");
  return (
    <ReportedSource
      query={useQuery(soundQueries.report(assetId))}
      loadingLabel={t("looking")}
      skeletonClass="h-26 rounded-md"
      onRemove={() => onChange(undefined)}
    >
      {(report) => (
        <ReportedSound key={report.assetId} report={report} disabled={disabled} onChange={onChange} />
      )}
    </ReportedSource>
  );
}

function ReportedSound({
  report,
  disabled,
  onChange,
}: Omit<SoundCardProps, "assetId"> & { report: SoundReport }) {
  const t = useTranslations("sound");
  const tSource = useTranslations("form.source");
  const tPlayer = useTranslations("player.original");
  const words = useSoundWords();
  const [trimming, setTrimming] = useState(false);
  const { assetId, durationSeconds, mimeType, problems } = report;
  const name = words.name(report);
  const track = toAssetTrack({
    assetId,
    title: name,
    subtitle: t("reference"),
    mimeType,
    generator: "cover",
    counterpartName: tPlayer("hearCover"),
    durationSeconds,
  });
  const peaks = usePeaks(track, durationSeconds !== null);
  const [wave, setWave] = useState<WaveSurfer | null>(null);
  const range = useTrimRange(durationSeconds ?? 0);
  useTrimRegion(trimming && !disabled ? wave : null, range);
  return (
    <div className="rounded-md border px-3.5 py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" dir="auto" title={name}>
            {name}
          </p>
          <p className="text-2xs text-text-3 tabular-nums">{words.facts(report)}</p>
        </div>
        {durationSeconds === null ? null : (
          <IconButton
            label={t("trim")}
            aria-expanded={trimming}
            disabled={disabled}
            onClick={() => setTrimming(!trimming)}
          >
            <Scissors aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={tSource("remove", { name })}
          disabled={disabled}
          onClick={() => onChange(undefined)}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {durationSeconds === null ? null : (
        <div className="mt-2 flex items-center gap-3">
          <PlayButton track={track} className="size-8!" />
          <Waveform track={track} peaks={peaks} interactive onWave={setWave} className="flex-1" />
        </div>
      )}
      <SourceProblems problems={problems} />
      {trimming && durationSeconds !== null ? (
        <SoundTrim assetId={assetId} range={range} onTrimmed={(piece) => onChange({ assetId: piece })} />
      ) : null}
    </div>
  );
}
