"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { fetchFile } from "@/components/queries/fetch-file";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { saveFile } from "@/components/ui/save-file";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { soundFileFormats, soundFileTypes } from "@/lib/media/conversion/conversion-messages";
import { pictureFormats } from "@/lib/media/pictures/picture-messages";

export interface DownloadDialogProps {
  output: Pick<OutputDto, "mimeType">;
  itemId: string;
  onClose: () => void;
}

const unchanged = "";
const pictureTypes = { png: "image/png", jpeg: "image/jpeg", webp: "image/webp" } as const;
const fileTypes = { ...pictureTypes, ...soundFileTypes };
type FileFormat = keyof typeof fileTypes;
const formatNames: Readonly<Record<FileFormat, string>> = {
  png: "PNG",
  jpeg: "JPEG",
  webp: "WebP",
  mp3: "MP3",
  wav: "WAV",
  flac: "FLAC",
  m4a: "M4A",
};

/** Downloads a picture or sound in a chosen format. The studio converts it meanwhile. Needs the messages `download`. */
export function DownloadDialog({ output: { mimeType }, itemId, onClose }: DownloadDialogProps) {
  const t = useTranslations("download");
  const showError = useErrorToast();
  const isSound = mimeType.startsWith("audio/");
  const formats: readonly FileFormat[] = isSound ? soundFileFormats : pictureFormats;
  const [format, setFormat] = useState(formats.find((each) => fileTypes[each] === mimeType) ?? formats[0]);
  const [loudness, setLoudness] = useState(unchanged);
  const [metadata, setMetadata] = useState("embedded");
  const [isPending, setIsPending] = useState(false);
  const conversionRef = useRef<AbortController>(null);
  useEffect(() => () => conversionRef.current?.abort(), []);

  async function download() {
    const controller = new AbortController();
    conversionRef.current = controller;
    setIsPending(true);
    // Converting an image to its own format compresses it again, which only WebP needs for its metadata.
    const isOwnFormat = format !== "webp" && format && fileTypes[format] === mimeType;
    const query = new URLSearchParams({
      metadata,
      ...(format && !isOwnFormat ? { format } : {}),
      ...(loudness ? { loudness } : {}),
    });
    const address = `/api/v1/items/${encodeURIComponent(itemId)}/download?${query}`;
    try {
      const { file, name } = await fetchFile(address, controller.signal);
      saveFile(file, name);
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      setIsPending(false);
      showError(error);
    }
  }

  // Rendered outside its opener, so that its keys trigger no shortcuts of a lightbox.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      closeLabel={t("cancel")}
      size="small"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm text-text-2">
            {isPending ? t("preparing") : null}
          </p>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={isPending} onClick={() => void download()}>
            {t("download")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label={t("format")} as="group">
          <SegmentedControl
            fill
            options={formats.map((value) => ({ value, label: formatNames[value] }))}
            value={format}
            onValueChange={setFormat}
            disabled={isPending}
          />
        </Field>
        {isSound ? (
          <Field label={t("loudness")} hint={loudness ? t("loudnessHint") : undefined}>
            <Select
              value={loudness}
              disabled={isPending}
              onChange={({ currentTarget }) => setLoudness(currentTarget.value)}
              options={[
                { value: unchanged, label: t("unchanged") },
                { value: "-14", label: t("streaming") },
                { value: "-16", label: t("podcasts") },
              ]}
            />
          </Field>
        ) : null}
        <Field label={t("details")}>
          <Select
            value={metadata}
            disabled={isPending}
            onChange={({ currentTarget }) => setMetadata(currentTarget.value)}
            options={[
              { value: "embedded", label: t("embedded") },
              { value: "title", label: t("titleOnly") },
              { value: "sidecar", label: t("sidecar") },
              { value: "none", label: t("none") },
            ]}
          />
        </Field>
      </div>
    </Dialog>,
    document.body,
  );
}
