"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { startDownload } from "@/components/ui/save-file";
import type { ArchiveDto } from "@/lib/items/archive/archive-dto";
import { useUnits } from "@/lib/i18n/units";
import { sumBytes } from "./chosen-items";
import { BarButton, type SelectionActionProps } from "./bar-button";

/** Downloads the files as one ZIP file. */
export function ArchiveAction({ selection, chosen, isTrash, disabled }: SelectionActionProps) {
  const t = useTranslations("selection");
  const showError = useErrorToast();
  const units = useUnits();
  const bytes = sumBytes(selection);
  const [pending, setPending] = useState(false);
  if (isTrash) return null;

  async function download() {
    if (disabled) return;
    setPending(true);
    try {
      const { url, fileName } = await apiFetch<ArchiveDto>("/api/v1/items/archives", {
        method: "POST",
        body: chosen,
      });
      startDownload(url, fileName);
    } catch (error) {
      showError(error);
    }
    setPending(false);
  }

  return (
    <BarButton
      icon={<Download aria-hidden />}
      label={bytes ? t("downloadSize", { size: units.bytes(bytes) }) : t("download")}
      disabled={disabled}
      pending={pending}
      onClick={() => void download()}
    />
  );
}
