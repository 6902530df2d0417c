"use client";

import { useLocale, useTranslations, type AbstractIntlMessages } from "next-intl";
import type { ComponentType } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { showToast } from "@/components/ui/toast";
import type { Locale } from "@/lib/i18n/locales";
import { MergedMessages } from "@/lib/i18n/merged-messages";
import type { ShareDialogProps } from "./share-dialog";

type LoadMessages = () => Promise<{ default: AbstractIntlMessages }>;

async function load(loadMessages: LoadMessages): Promise<{ default: ComponentType<ShareDialogProps> }> {
  const [{ ShareDialog }, { default: share }] = await Promise.all([import("./share-dialog"), loadMessages()]);
  return {
    default: (props) => (
      <MergedMessages messages={{ share }}>
        <ShareDialog {...props} />
      </MergedMessages>
    ),
  };
}

const loaders = {
  en: () => load(() => import("@/messages/en/share.json")),
  zh: () => load(() => import("@/messages/zh/share.json")),
} satisfies Record<Locale, unknown>;

/** The dialog for links to items or a project, fetched with its messages when it first opens. */
export function LazyShareDialog(props: ShareDialogProps) {
  const t = useTranslations("takes.actions");
  const locale = useLocale();
  const onFailed = () => {
    props.onClose();
    showToast({ tone: "danger", title: t("shareFailed") });
  };
  return <FetchedPart load={loaders[locale]} props={props} onFailed={onFailed} />;
}
