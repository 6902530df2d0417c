"use client";

import { useLocale, useTranslations } from "next-intl";
import { FetchedPart } from "@/components/ui/fetched-part";
import { showToast } from "@/components/ui/toast";
import { partWithMessages } from "./part-with-messages";
import type { ShareDialogProps } from "./share-dialog";

const loaders = partWithMessages(
  "share",
  () => import("./share-dialog").then(({ ShareDialog }) => ShareDialog),
  { en: () => import("@/messages/en/share.json"), zh: () => import("@/messages/zh/share.json") },
);

/** The dialog for links to items or a project, fetched with its messages when it first opens. */
export function LazyShareDialog(props: ShareDialogProps) {
  const t = useTranslations("takes.actions");
  const locale = useLocale();
  const onFailed = (isExplained: boolean) => {
    props.onClose();
    if (!isExplained) showToast({ tone: "danger", title: t("shareFailed") });
  };
  return <FetchedPart load={loaders[locale]} props={props} onFailed={onFailed} />;
}
