"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { ProgressLine } from "@/components/ui/progress";
import type { PendingUpload } from "../use-uploads";

/** A running upload of a field that holds one file: name, progress and a cancel button. */
export function UploadCard({
  upload: { fileName, share },
  onCancel,
}: {
  upload: Pick<PendingUpload, "fileName" | "share">;
  onCancel: () => void;
}) {
  const t = useTranslations("form.source");
  // Sent is not stored yet: the end of the upload waits for the server's response.
  const sent = share >= 1;
  return (
    <div className="flex items-center gap-3 rounded-md border px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="min-w-0 truncate" title={fileName}>
            {fileName}
          </span>
          <span className="shrink-0 text-2xs text-text-3 tabular-nums">
            {sent ? t("storing") : t("sent", { share })}
          </span>
        </p>
        <ProgressLine
          label={t("uploading", { fileName })}
          share={sent ? undefined : share}
          className="mt-1.75"
        />
      </div>
      <IconButton label={t("cancelUpload", { fileName })} onClick={onCancel}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
