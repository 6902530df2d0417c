"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { readServerTime } from "@/components/queries/server-clock";
import { soundQueries } from "@/components/queries/sound-queries";
import type { MediaSource } from "@/components/form/media-source";
import { WaitingWords } from "@/components/takes/waiting-words";
import { toAssetTrack } from "@/components/player/track";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { useSoundWords } from "@/generators/cover/reference-sound/sound-words";
import { Button } from "@/components/ui/button";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { Notice } from "@/components/ui/notice";
import { ProgressLine } from "@/components/ui/progress";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { isUsable } from "@/lib/covers/choose-analysis";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";
import { LyricsBench } from "./lyrics-bench";
import { StructureWaveform } from "./structure-waveform";
import { useCoverAnalysis } from "./use-cover-analysis";
import { Hourglass } from "lucide-react";
import { useNow } from "@/components/queries/use-now";
import { useUnits } from "@/lib/i18n/units";

interface CoverWorkbenchProps {
  sound: MediaSource | undefined;
  coverFeatureId: string | undefined;
  lyrics: string;
  onLyricsChange: (lyrics: string) => void;
  onAnalysed: (analysis: CoverAnalysisDto) => void;
  /** Whether the lyrics can be edited by part here. */
  onPartsChange: (hasParts: boolean) => void;
  /** Why no analysis can be used; hidden while a new one runs. */
  error?: string | undefined;
}

/**
 * The first step of a cover in two: the analysis of the sound, with its lyrics to edit. Lazily loaded, hence the default
 * export.
 */
export default function CoverWorkbench(props: CoverWorkbenchProps) {
  const { sound, coverFeatureId, onAnalysed, onPartsChange } = props;
  const t = useTranslations("workbench");
  const assetId = sound && "assetId" in sound ? sound.assetId : null;
  const { data: report } = useQuery({ ...soundQueries.report(assetId ?? ""), enabled: assetId !== null });
  const isUnfit = assetId !== null && report !== undefined && report.problems.length > 0;
  const { analysis, endedAnew, isLooking, error, isAsking, analyse } = useCoverAnalysis(
    sound,
    coverFeatureId,
  );

  const tellAnalysed = useEffectEvent(onAnalysed);
  useEffect(() => {
    if (analysis && isUsable(analysis, readServerTime())) tellAnalysed(analysis);
    // Reported once for each analysis.
  }, [analysis]);

  const isUnderWay = isAsking || analysis?.state === "running";
  const hasParts = analysis?.state === "ready" && analysis.segments.length > 0;
  const tellParts = useEffectEvent(onPartsChange);
  useEffect(() => {
    if (!hasParts) return;
    tellParts(true);
    return () => tellParts(false);
  }, [hasParts]);

  if (!sound && !analysis) {
    return isLooking ? null : <p className="text-sm text-text-3">{t("needsSound")}</p>;
  }
  return (
    <section aria-label={t("title")} className="grid gap-3">
      {error && !isUnfit ? <AskingProblem error={error} /> : null}
      {endedAnew ? (
        <EndedAnalysis analysis={endedAnew} pending={isAsking} onAgain={() => analyse({ anew: true })} />
      ) : null}
      {analysis === null ? (
        <StartAnalysis disabled={isLooking} isUnfit={isUnfit} pending={isAsking} onStart={() => analyse()} />
      ) : analysis.state === "queued" ? (
        <div role="status" className="grid gap-1 rounded-md border px-3.5 py-3 text-sm text-text-2">
          <p>{analysis.waiting ? <WaitingWords waiting={analysis.waiting} /> : null}</p>
          <p className="text-2xs text-text-3">{t("queuedHint")}</p>
        </div>
      ) : analysis.state === "running" ? (
        <div role="status" className="grid gap-2 rounded-md border px-3.5 py-3 text-sm text-text-2">
          <p>{t.rich("running", { time: () => <ElapsedTime since={analysis.createdAt} /> })}</p>
          <ProgressLine label={t("runningLabel")} />
        </div>
      ) : analysis.state === "ready" ? (
        <AnalysedSound {...props} analysis={analysis} pending={isAsking} onRenew={analyse} />
      ) : (
        <EndedAnalysis analysis={analysis} pending={isAsking} onAgain={analyse} />
      )}
      {props.error && !isUnderWay ? (
        <p role="alert" className="text-2xs text-danger">
          {props.error}
        </p>
      ) : null}
    </section>
  );
}

function StartAnalysis({
  disabled,
  isUnfit,
  pending,
  onStart,
}: {
  disabled: boolean;
  /** The sound cannot be covered; its card says why. */
  isUnfit: boolean;
  pending: boolean;
  onStart: () => void;
}) {
  const t = useTranslations("workbench");
  const hintId = useId();
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border px-3.5 py-3">
      <p id={hintId} className="min-w-48 flex-1 text-sm text-text-2">
        {t(isUnfit ? "unfit" : "startHint")}
      </p>
      <Button
        name="cover_feature_id"
        aria-describedby={hintId}
        disabled={disabled || isUnfit}
        pending={pending}
        onClick={onStart}
      >
        {t("analyse")}
      </Button>
    </div>
  );
}

/** An analysis that failed or whose outcome is unknown. */
function EndedAnalysis({
  analysis: { state, error },
  pending,
  onAgain,
}: {
  analysis: CoverAnalysisDto;
  pending: boolean;
  onAgain: (options?: { anew?: boolean }) => void;
}) {
  const t = useTranslations("workbench");
  const errorText = useErrorText();
  const isUnknown = state === "unknown";
  const { title, action } = errorText(error?.code ?? "internal");
  return (
    <Notice
      announce
      tone={isUnknown ? "warning" : "danger"}
      title={isUnknown ? t("unknown") : title}
      code={error?.traceId}
      actions={
        <Button size="small" pending={pending} onClick={() => onAgain({ anew: isUnknown })}>
          {t(isUnknown ? "analyseAgain" : "tryAgain")}
        </Button>
      }
    >
      {isUnknown ? t("unknownHint") : action}
    </Notice>
  );
}

function AskingProblem({ error }: { error: Error }) {
  const errorText = useErrorText();
  const describeProblem = useFieldProblemText();
  const [problem] = error instanceof ApiError ? error.fields : [];
  const { title, action } = errorText(error instanceof ApiError ? error.code : "internal");
  return problem ? (
    <Notice announce title={describeProblem(problem)} />
  ) : (
    <Notice announce title={title}>
      {action}
    </Notice>
  );
}

function AnalysedSound({
  analysis,
  lyrics,
  onLyricsChange,
  pending,
  onRenew,
}: CoverWorkbenchProps & {
  analysis: CoverAnalysisDto;
  pending: boolean;
  onRenew: (options?: { anew?: boolean }) => void;
}) {
  const t = useTranslations("workbench");
  const tPlayer = useTranslations("player.original");
  const soundWords = useSoundWords();
  const { data: report } = useQuery(soundQueries.report(analysis.assetId));
  const { segments, notes, durationSeconds, expiresAt, analysisInfo } = analysis;
  const track = toAssetTrack({
    assetId: analysis.assetId,
    title: report ? soundWords.name(report) : t("original"),
    subtitle: t("original"),
    mimeType: report?.mimeType ?? "audio/mpeg",
    generator: "cover",
    counterpartName: tPlayer("hearCover"),
    durationSeconds,
  });
  return (
    <>
      {expiresAt ? (
        <FeatureCountdown
          expiresAt={expiresAt}
          pending={pending}
          onRenew={() => onRenew()}
          onAgain={() => onRenew({ anew: true })}
        />
      ) : null}
      {durationSeconds && segments.length > 0 ? (
        <StructureWaveform track={track} segments={segments} durationSeconds={durationSeconds} />
      ) : null}
      {notes.map((note) => (
        <p key={note} className="text-2xs text-warning">
          {t(`notes.${note}`, { told: analysis.numSegments ?? 0 })}
        </p>
      ))}
      {analysisInfo === null || analysisInfo === undefined ? null : (
        <details className="text-2xs text-text-2">
          <summary className="w-fit hover:text-text">{t("analysisInfo")}</summary>
          <pre className="mt-2 max-h-60 overflow-auto rounded-md border p-2.5 font-mono whitespace-pre-wrap break-words">
            {JSON.stringify(analysisInfo, null, 2)}
          </pre>
        </details>
      )}
      <LyricsBench
        track={track}
        segments={segments}
        extracted={analysis.lyrics ?? ""}
        own={report?.lyrics}
        lyrics={lyrics}
        onLyricsChange={onLyricsChange}
      />
    </>
  );
}

interface FeatureCountdownProps {
  expiresAt: string;
  pending: boolean;
  onRenew: () => void;
  /** Analyses again although the analysis should be valid: a service may forget one early. */
  onAgain: () => void;
}

/** How long the analysis remains valid (24 hours), and a button to renew it. */
function FeatureCountdown({ expiresAt, pending, onRenew, onAgain }: FeatureCountdownProps) {
  const t = useTranslations("workbench.validity");
  const units = useUnits();
  const now = useNow();
  if (now === null) return null;
  const secondsLeft = Math.floor((Date.parse(expiresAt) - now) / 1000);
  if (secondsLeft <= 0) {
    return (
      <Notice
        tone="warning"
        title={t("expired")}
        announce
        actions={
          <Button size="small" pending={pending} onClick={onRenew}>
            {t("again")}
          </Button>
        }
      >
        {t("expiredHint")}
      </Notice>
    );
  }
  return (
    <div className="flex min-h-7.5 items-center gap-1.5 text-2xs text-text-3 tabular-nums">
      <Hourglass aria-hidden className="size-3 shrink-0" />
      <p className="flex-1">{t("left", { duration: units.estimate(secondsLeft) })}</p>
      <Button size="small" variant="ghost" pending={pending} data-tooltip={t("againHint")} onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}
