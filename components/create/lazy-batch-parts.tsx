"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { FetchedPart } from "@/components/ui/fetched-part";
import { useIdle } from "@/components/ui/use-idle";
import { showToast } from "@/components/ui/toast";
import { partWithMessages } from "@/components/takes/part-with-messages";
import type { VariationsDialogProps } from "./variations-dialog";

const messages = {
  en: () => import("@/messages/en/batches.json"),
  zh: () => import("@/messages/zh/batches.json"),
};
const dialogLoaders = partWithMessages(
  "batches",
  () => import("./variations-dialog").then(({ VariationsDialog }) => VariationsDialog),
  messages,
);
const barLoaders = partWithMessages(
  "batches",
  () => import("./batch-bar").then(({ BatchBar }) => BatchBar),
  messages,
);

/** The dialog for variations, fetched with its messages when it first opens. */
export function LazyVariationsDialog(props: VariationsDialogProps) {
  const t = useTranslations("form.takes");
  const locale = useLocale();
  const onFailed = (isExplained: boolean) => {
    props.onClose();
    if (!isExplained) showToast({ tone: "danger", title: t("variationsFailed") });
  };
  return <FetchedPart load={dialogLoaders[locale]} props={props} onFailed={onFailed} />;
}

/** What waits of batches, fetched when something does. */
export function LazyBatchBar({ generator }: { generator: string }) {
  const locale = useLocale();
  const active = useInfiniteQuery({ ...generationQueries.active(), enabled: useIdle() });
  const isWaiting = flattenPages(active.data).some(
    (each) => each.generator === generator && each.state === "queued" && each.batchId !== undefined,
  );
  return isWaiting ? <FetchedPart load={barLoaders[locale]} props={{ generator }} /> : null;
}
