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
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type WaveSurfer from "wavesurfer.js";
import { soundQueries, trimSound } from "@/components/queries/sound-queries";
import { ReportedSource, SourceProblems } from "@/components/form/source/reported-source";
import { toAssetTrack } from "@/components/player/track";
import { PlayButton } from "@/components/player/play-button";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { useSoundWords } from "./sound-words";
import { useTrimRange, type TrimRange } from "./trim-range";
import { useTrimRegion } from "./use-trim-region";
import { ApiError } from "@/components/queries/api-fetch";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showToast } from "@/components/ui/toast";
import { useErrorText } from "@/lib/i18n/use-error-text";

const { secondsMin, secondsMax } = REFERENCE_AUDIO_LIMITS;

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

interface SoundTrimProps {
  assetId: string;
  range: TrimRange;
  /** Called with the new asset. */
  onTrimmed: (assetId: string) => void;
}

/** Cuts a piece out of a sound on the server, as a new asset. */
function SoundTrim({ assetId, range, onTrimmed }: SoundTrimProps) {
  const t = useTranslations("sound.trimming");
  const errorText = useErrorText();
  const describeProblem = useFieldProblemText();
  const client = useQueryClient();
  const { start, end, startSeconds, endSeconds, change } = range;
  const cut = useMutation({
    mutationFn: trimSound,
    onSuccess: (piece) => {
      client.setQueryData(soundQueries.report(piece.assetId).queryKey, piece);
      if (piece.mimeType === "audio/mpeg") showToast({ tone: "plain", title: t("madeMp3") });
      onTrimmed(piece.assetId);
    },
  });

  function findProblem(): string | undefined {
    if (startSeconds === null || endSeconds === null) return t("notATime");
    const seconds = endSeconds - startSeconds;
    if (seconds < secondsMin)
      return describeProblem({ path: "", key: "sound.trim.too-short", values: { minimum: secondsMin } });
    if (seconds > secondsMax)
      return describeProblem({ path: "", key: "sound.trim.too-long", values: { minutes: secondsMax / 60 } });
    return undefined;
  }

  function describeRefusal(error: Error): string {
    const [problem] = error instanceof ApiError ? error.fields : [];
    if (problem) return describeProblem(problem);
    const { title, action } = errorText(error instanceof ApiError ? error.code : "internal");
    return `${title} ${action}`;
  }

  const problem = findProblem() ?? (cut.error ? describeRefusal(cut.error) : undefined);
  const submit = () => {
    if (startSeconds === null || endSeconds === null || findProblem()) return;
    cut.mutate({ assetId, startSeconds, endSeconds });
  };

  return (
    <fieldset className="mt-3 border-t pt-3">
      <legend className="sr-only">{t("title")}</legend>
      <div className="flex items-end gap-2">
        {(
          [
            [t("start"), start, (written: string) => change({ start: written })],
            [t("end"), end, (written: string) => change({ end: written })],
          ] as const
        ).map(([label, value, onChange]) => (
          <Field key={label} label={label} className="w-22">
            <Input
              inputMode="numeric"
              value={value}
              className="tabular-nums"
              onChange={(event) => onChange(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.preventDefault();
                submit();
              }}
            />
          </Field>
        ))}
        <Button className="mb-px" pending={cut.isPending} onClick={submit}>
          {t("cut")}
        </Button>
      </div>
      <p
        role={problem ? "alert" : undefined}
        className={problem ? "mt-1.5 text-2xs text-danger" : "mt-1.5 text-2xs text-text-3"}
      >
        {problem ?? t("hint")}
      </p>
    </fieldset>
  );
}
