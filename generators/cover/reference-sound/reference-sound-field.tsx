"use client";

import { Mic, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import type { FieldBinding, FieldWords } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { SingleSource } from "@/components/form/source/single-source";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { toCommonSound } from "./common-sound";
import { findExampleSound } from "./example-sound";
import { loadRecordingStatus, useRecorder } from "./use-recorder";
import { Skeleton } from "@/components/ui/progress";

const { secondsMax } = REFERENCE_AUDIO_LIMITS;

/** Loaded with the first sound that is chosen. */
const SoundCard = lazy(() => import("./sound-card"));

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
      card={(assetId) => (
        <Suspense fallback={<Skeleton className="h-26 rounded-md" />}>
          <SoundCard assetId={assetId} disabled={disabled} onChange={choose} />
        </Suspense>
      )}
      instead={
        state.kind === "recording" ? (
          <FetchedPart load={loadRecordingStatus} props={{ stop: recorder.stop }} />
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
