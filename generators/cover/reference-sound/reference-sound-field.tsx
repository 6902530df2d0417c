"use client";

import { Mic, Square, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { AnotherFileButton, LinkedSourceCard, SourceDropButton } from "@/components/form/source/source-cards";
import { SourceFrame } from "@/components/form/source/source-frame";
import { SourcePanel, SourceFileInput, SourceButtons } from "@/components/form/source/source-input";
import { UploadCard } from "@/components/form/source/upload-card";
import { useExampleFile } from "@/components/form/source/use-example-file";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { Button } from "@/components/ui/button";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { Field } from "@/components/ui/field";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { toCommonSound } from "./decode-to-wav";
import { findExampleSound } from "./example-sound";
import { SoundCard } from "./sound-card";
import { useRecorder } from "./use-recorder";

const { secondsMax } = REFERENCE_AUDIO_LIMITS;

interface ReferenceSoundFieldProps extends FieldBinding<MediaSource | undefined> {
  label: string;
  hint?: string | undefined;
}

/**
 * The sound to cover: dropped, chosen, recorded, linked or from the library. The server checks it and reports problems
 * before anything is sent.
 */
export function ReferenceSoundField({ label, hint, error, ...props }: ReferenceSoundFieldProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <Field as="group" label={label} hint={hint} error={failure ?? error} required>
      <ReferenceSoundControl {...props} label={label} onFailure={setFailure} />
    </Field>
  );
}

function ReferenceSoundControl({
  label,
  name,
  value,
  disabled = false,
  ...options
}: Omit<ReferenceSoundFieldProps, "hint" | "error"> & { onFailure: (message: string | undefined) => void }) {
  const t = useTranslations("sound");
  const source = useSingleSource({
    ...options,
    kind: "audio",
    disabled,
    prepareFile: toCommonSound,
    shownMaxBytes: REFERENCE_AUDIO_LIMITS.maxBytes,
  });
  const recorder = useRecorder((file) => void source.upload(file));
  const example = value && "url" in value ? findExampleSound(value.url) : null;
  const exampleIsMissing = useExampleFile(example, { onBrought: (assetId) => source.choose({ assetId }) });
  const { state } = recorder;
  const busy = source.pending.length > 0 || state.kind === "encoding";

  function describeLink(): string {
    if (example === null) return t("linked");
    return exampleIsMissing ? t("notBrought") : t("bringing");
  }

  return (
    <SourceFrame {...source.frame}>
      {value && "assetId" in value ? (
        <SoundCard assetId={value.assetId} disabled={disabled} onChange={source.choose} />
      ) : value ? (
        <LinkedSourceCard
          url={value.url}
          note={describeLink()}
          disabled={disabled}
          onRemove={() => source.choose(undefined)}
        />
      ) : null}
      {source.pending.map((entry) => (
        <UploadCard key={entry.id} upload={entry} onCancel={() => source.cancel(entry.id)} />
      ))}
      {state.kind === "recording" ? (
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
      ) : value === undefined && !busy ? (
        <SourceDropButton
          name={name}
          icon={Upload}
          words={t("drop")}
          touchWords={t("choose")}
          limits={t("limits")}
          disabled={disabled}
          onPress={source.openFiles}
        />
      ) : null}
      {state.kind === "encoding" ? (
        <p role="status" className="text-2xs text-text-3">
          {t("encoding")}
        </p>
      ) : null}
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
      <SourceButtons {...source.panel} disabled={disabled} className="mt-1">
        {value ? <AnotherFileButton name={name} disabled={disabled} onPress={source.openFiles} /> : null}
        <Button
          variant="ghost"
          size="small"
          disabled={disabled || state.kind !== "idle"}
          onClick={() => void recorder.start(t("recordingName"))}
        >
          <Mic aria-hidden />
          {t("record")}
        </Button>
      </SourceButtons>
      <SourceFileInput {...source.fileInput} label={label} accept="audio/*" />
      <SourcePanel {...source.panel} kind="audio" onSource={source.choose} />
    </SourceFrame>
  );
}

/** The time since it was mounted. */
function RecordingTime() {
  const [startedAt] = useState(() => new Date());
  return <ElapsedTime since={startedAt} />;
}
