"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { partWithMessages } from "./part-with-messages";

const loaders = partWithMessages(
  "download",
  () => import("./download-dialog").then(({ DownloadDialog }) => DownloadDialog),
  { en: () => import("@/messages/en/download.json"), zh: () => import("@/messages/zh/download.json") },
);

/**
 * The menu item that opens the formats of a result, and their dialog, fetched when it first opens. Nothing for videos, whose
 * format stays.
 */
export function useDownloadFormats(output: OutputDto | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const t = useTranslations("takes.downloads");
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(false);
  if (!output?.item || !hasFormats(output)) return { items: [], dialog: null };
  const onClose = () => setIsOpen(false);
  const onFailed = () => {
    onClose();
    showToast({ tone: "danger", title: t("formatsFailed") });
  };
  const props = { output, itemId: output.item.id, onClose };
  return {
    items: [{ label: t("formats"), opensDialog: true, onSelect: () => setIsOpen(true) }],
    dialog: isOpen ? <FetchedPart load={loaders[locale]} props={props} onFailed={onFailed} /> : null,
  };
}

/** Whether the studio converts files of this type. */
function hasFormats({ mimeType }: Pick<OutputDto, "mimeType">): boolean {
  return mimeType.startsWith("image/") || mimeType.startsWith("audio/");
}
