"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { downloadAddress } from "@/components/queries/result-addresses";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { hasFormats } from "@/lib/media/has-formats";
import { fileExtension } from "@/lib/media/media-file-name";
import { partWithMessages } from "./part-with-messages";

const loaders = partWithMessages(
  "download",
  () => import("./download-dialog").then(({ DownloadDialog }) => DownloadDialog),
  { en: () => import("@/messages/en/download.json"), zh: () => import("@/messages/zh/download.json") },
);

/**
 * The menu items that download a result: as it is stored, or from a dialog in another format or with its title and prompt
 * in it. The dialog is fetched when it first opens. Videos are only downloaded as they are.
 */
export function useDownloadItems(output: OutputDto | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const t = useTranslations("takes.downloads");
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(false);
  if (!output) return { items: [], dialog: null };
  const format = output.mimeType === "image/jpeg" ? "JPEG" : fileExtension(output.mimeType).toUpperCase();
  const original: MenuItem = {
    kind: "link",
    label: t("original", { format }),
    href: downloadAddress(output),
    download: true,
  };
  if (!output.item || !hasFormats(output)) return { items: [original], dialog: null };
  const onClose = () => setIsOpen(false);
  const onFailed = (isExplained: boolean) => {
    onClose();
    if (!isExplained) showToast({ tone: "danger", title: t("formatsFailed") });
  };
  const props = { output, itemId: output.item.id, onClose };
  return {
    items: [original, { label: t("formats"), opensDialog: true, onSelect: () => setIsOpen(true) }],
    dialog: isOpen ? <FetchedPart load={loaders[locale]} props={props} onFailed={onFailed} /> : null,
  };
}
