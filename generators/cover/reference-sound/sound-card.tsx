"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Scissors, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type WaveSurfer from "wavesurfer.js";
import type { MediaSource } from "@/components/form/media-source";
import { ReportedSource, SourceProblems } from "@/components/form/source/reported-source";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { PlayButton } from "@/components/player/play-button";
import { toAssetTrack } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import { ApiError } from "@/components/queries/api-fetch";
import { soundQueries, trimSound } from "@/components/queries/sound-queries";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/progress";
import { showToast } from "@/components/ui/toast";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { SoundReport } from "@/lib/media/sound-check/sound-report-dto";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { useSoundWords } from "./sound-words";
import { useTrimRange, type TrimRange } from "./trim-range";
import { useTrimRegion } from "./use-trim-region";

const { secondsMin, secondsMax } = REFERENCE_AUDIO_LIMITS;

interface SoundCardProps {
  assetId: string;
  disabled: boolean;
  onChange: (source: MediaSource | undefined) => void;
}

/** The chosen sound with player, waveform, facts and problems. Lazily loaded, hence the default export. */
export default function SoundCard({ assetId, disabled, onChange }: SoundCardProps) {
  const t = useTranslations("sound");
  const query = useQuery(soundQueries.report(assetId));
  // It may hydrate after the response, which another part of the form asks for, too.
  if (useIsHydrating()) return <Skeleton className="h-26 rounded-md" />;
  return (
    <ReportedSource
      query={query}
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
