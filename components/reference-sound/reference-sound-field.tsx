"use client";

import { FolderOpen, Link2, Mic, Square, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState, type DragEvent } from "react";
import { AssetUrlInput } from "@/components/form/asset-url-input";
import { AssetUploadTile } from "@/components/form/asset-source-tile";
import type { FieldBinding } from "@/components/form/field-binding";
import { findUrl, type MediaSource } from "@/components/form/media-source";
import { useUploads } from "@/components/form/use-uploads";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ElapsedTime } from "@/components/ui/elapsed-time";
import { Field, useFieldGroup } from "@/components/ui/field";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useUnits } from "@/lib/i18n/units";
import { maxUploadBytes } from "@/lib/media/upload-limits";
import { toCommonSound } from "./decode-to-wav";
import { LinkedSoundCard } from "./linked-sound-card";
import { SoundCard } from "./sound-card";
import { useExampleSound } from "./use-example-sound";
import { useRecorder } from "./use-recorder";

/** Fetched when it is first opened. */
const AssetPicker = lazy(() => import("@/components/form/asset-picker"));

export interface ReferenceSoundFieldProps extends FieldBinding<MediaSource | undefined> {
  /** How the person calls it: the service's own name of the field. */
  label: string;
  hint?: string | undefined;
}

/**
 * The sound that is to be covered: dropped, chosen, recorded, named by address or taken from the library. A sound of the
 * studio is decoded at once, and what would keep it from being covered is told before anything is sent.
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
  onValueChange,
  onBlur,
  disabled = false,
  onFailure,
}: Omit<ReferenceSoundFieldProps, "hint" | "error"> & { onFailure: (message: string | undefined) => void }) {
  const t = useTranslations("sound");
  const errorText = useErrorText();
  const units = useUnits();
  const fileInputRef = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<"url" | "library" | null>(null);
  const [over, setOver] = useState(false);

  function choose(source: MediaSource | undefined) {
    onFailure(undefined);
    setAsking(null);
    onValueChange(source);
    onBlur?.();
  }

  const { pending, upload, cancel } = useUploads("audio", {
    onUploaded: (assetId) => choose({ assetId }),
    onFailed: ({ fileName, code }) => {
      const { title, action } = errorText(code);
      onFailure(t("uploadFailed", { fileName, title, action }));
    },
  });
  const recorder = useRecorder((file) => void upload(file));
  useExampleSound(value, { onBrought: (assetId) => choose({ assetId }) });

  async function takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    onFailure(undefined);
    const sound = await toCommonSound(file);
    if (sound.size > maxUploadBytes) {
      onFailure(t("tooLarge", { fileName: file.name, limit: units.bytes(50_000_000) }));
    } else {
      await upload(sound);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    const url = findUrl(
      event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain"),
    );
    if (files.length > 0) void takeFile(files[0]);
    else if (url) choose({ url });
  }

  const dropProps = disabled
    ? {}
    : {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: (event: DragEvent) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        },
        onDrop: drop,
      };
  const { state } = recorder;
  const busy = pending.length > 0 || state.kind === "encoding";

  return (
    <div
      role="group"
      {...useFieldGroup()}
      {...dropProps}
      className={classNames("rounded-md", over && "outline-2 outline-offset-4 outline-hue outline-dashed")}
    >
      {value && "assetId" in value ? (
        <SoundCard assetId={value.assetId} disabled={disabled} onChange={choose} />
      ) : value ? (
        <LinkedSoundCard url={value.url} disabled={disabled} onRemove={() => choose(undefined)} />
      ) : null}
      {pending.map((entry) => (
        <AssetUploadTile key={entry.id} upload={entry} onCancel={() => cancel(entry.id)} />
      ))}
      {state.kind === "recording" ? (
        <div className="flex items-center gap-3 rounded-md border border-line-strong px-3.5 py-3">
          <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-danger" />
          <p role="status" className="flex-1 text-sm tabular-nums">
            {t.rich("recording", { time: () => <RecordingTime /> })}
          </p>
          <Button size="small" variant="outline" onClick={recorder.stop}>
            <Square aria-hidden />
            {t("stopRecording")}
          </Button>
        </div>
      ) : value === undefined && !busy ? (
        <button
          type="button"
          name={name}
          disabled={disabled}
          onClick={() => fileInputRef.current?.click()}
          className="flex w-full items-center gap-3 rounded-md border border-dashed border-line-strong px-3.5 py-4 text-left text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
        >
          <Upload aria-hidden className="size-4.5 shrink-0 text-text-3" />
          <span>
            {t("drop")}
            <span className="block text-2xs text-text-3">{t("limits")}</span>
          </span>
        </button>
      ) : null}
      {state.kind === "encoding" ? (
        <p role="status" className="text-2xs text-text-3">
          {t("encoding")}
        </p>
      ) : null}
      {state.kind === "idle" && state.problem ? (
        <p role="alert" className="mt-1.5 text-2xs text-danger">
          {t(`recorderProblems.${state.problem}`)}
        </p>
      ) : null}
      <div className="mt-1 -ml-2 flex flex-wrap">
        {value ? (
          <Button
            variant="ghost"
            size="small"
            disabled={disabled}
            onClick={() => fileInputRef.current?.click()}
          >
            <Upload aria-hidden />
            {t("another")}
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="small"
          disabled={disabled || state.kind !== "idle"}
          onClick={() => void recorder.start(t("recordingName"))}
        >
          <Mic aria-hidden />
          {t("record")}
        </Button>
        <Button
          variant="ghost"
          size="small"
          disabled={disabled}
          aria-expanded={asking === "url"}
          onClick={() => setAsking(asking === "url" ? null : "url")}
        >
          <Link2 aria-hidden />
          {t("link")}
        </Button>
        <Button
          variant="ghost"
          size="small"
          disabled={disabled}
          aria-haspopup="dialog"
          onClick={() => setAsking("library")}
        >
          <FolderOpen aria-hidden />
          {t("library")}
        </Button>
      </div>
      <input
        ref={fileInputRef}
        type="file"
        hidden
        accept="audio/*"
        aria-label={t("choose", { label })}
        onChange={(event) => {
          void takeFile(event.currentTarget.files?.[0]);
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
      {asking === "url" ? (
        <AssetUrlInput onAdd={(url) => choose({ url })} onCancel={() => setAsking(null)} />
      ) : null}
      {asking === "library" ? (
        <Suspense fallback={null}>
          <AssetPicker
            kind="audio"
            onPick={(assetId) => choose({ assetId })}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Counts from when it appears. */
function RecordingTime() {
  const [startedAt] = useState(() => new Date());
  return <ElapsedTime since={startedAt} />;
}
