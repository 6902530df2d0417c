"use client";

import { Mic, Square, Upload, Scissors, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldBinding, FieldWords } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { SingleSource } from "@/components/form/source/single-source";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { Button, IconButton } from "@/components/ui/button";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { toCommonSound } from "./decode-to-wav";
import { findExampleSound } from "./example-sound";
import { useRecorder } from "./use-recorder";
import { useQuery } from "@tanstack/react-query";
import type WaveSurfer from "wavesurfer.js";
import { soundQueries } from "@/components/queries/sound-queries";
import { ReportedSource, SourceProblems } from "@/components/form/source/reported-source";
import { toAssetTrack } from "@/components/player/track";
import { PlayButton } from "@/components/player/play-button";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { SoundTrim } from "./sound-trim";
import { useSoundWords } from "./sound-words";
import { useTrimRange } from "./trim-range";
import { useTrimRegion } from "./use-trim-region";

const { secondsMax } = REFERENCE_AUDIO_LIMITS;

/**
 * The sound to cover: dropped, chosen, recorded, linked or from the library. The server checks it and reports problems
 * before anything is sent.
 */
export function ReferenceSoundField(props: FieldBinding<MediaSource | undefined> & FieldWords) {
  const t = useTranslations("sound");
  const source = useSingleSource({
    ...props,
    kind: "audio",
    prepareFile: toCommonSound,
    shownMaxBytes: REFERENCE_AUDIO_LIMITS.maxBytes,
  });
  const { disabled, choose } = source;
  const recorder = useRecorder((file) => void source.upload(file));
  const { state } = recorder;
  return (
    <SingleSource
      source={source}
      messages="sound"
      icon={Upload}
      findExample={findExampleSound}
      card={(assetId) => <SoundCard assetId={assetId} disabled={disabled} onChange={choose} />}
      instead={
        state.kind === "recording" ? (
          <div className="flex items-center gap-3 rounded-md border border-line-strong px-3.5 py-3">
            <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-danger" />
            <div className="min-w-0 flex-1">
              <p role="status" className="text-sm tabular-nums">
                {t.rich("recording", { time: () => <RecordingTime /> })}
              </p>
              <p className="text-2xs text-text-3">{t("recordingRules", { minutes: secondsMax / 60 })}</p>
            </div>
            <Button size="small" variant="outline" onClick={recorder.stop}>
              <Square aria-hidden />
              {t("stopRecording")}
            </Button>
          </div>
        ) : state.kind === "encoding" ? (
          <p role="status" className="text-2xs text-text-3">
            {t("encoding")}
          </p>
        ) : undefined
      }
      notes={
        <>
          {state.kind === "idle" && state.endedBy ? (
            <p role="status" className="mt-1.5 text-2xs text-text-2">
              {t(`recorderEnds.${state.endedBy}`, { minutes: secondsMax / 60 })}
            </p>
          ) : null}
          {state.kind === "idle" && state.problem ? (
            <p role="alert" className="mt-1.5 text-2xs text-danger">
              {t(`recorderProblems.${state.problem}`)}
            </p>
          ) : null}
        </>
      }
      buttons={
        <Button
          variant="ghost"
          size="small"
          disabled={disabled || state.kind !== "idle"}
          onClick={() => void recorder.start(t("recordingName"))}
        >
          <Mic aria-hidden />
          {t("record")}
        </Button>
      }
    />
  );
}

/** The time since it was mounted. */
function RecordingTime() {
  const [startedAt] = useState(() => new Date());
  return <ElapsedTime since={startedAt} />;
}

interface SoundCardProps {
  assetId: string;
  disabled: boolean;
  onChange: (source: MediaSource | undefined) => void;
}

/** The chosen sound with player, waveform, facts and problems. */
function SoundCard({ assetId, disabled, onChange }: SoundCardProps) {
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
