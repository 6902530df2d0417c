"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { callbackQueries } from "@/components/queries/callback-queries";
import { WhyNoCallback } from "@/components/takes/callback-wait";
import { Notice } from "@/components/ui/notice";
import type { FormFeatures } from "@/components/generators";

/** Where the service cannot be asked after a video: how its end will be known, before anything is sent. */
export function CallbackOutlook({ features }: { features: FormFeatures | null }) {
  const t = useTranslations("takes.pending.onlyCallback");
  const isOnlyWay = features !== null && !features.endpoints.videoQuery;
  const { data } = useQuery({ ...callbackQueries.status(), enabled: isOnlyWay });
  if (!isOnlyWay || !data) return null;
  const isTold = data.reason === "told";
  return (
    <Notice tone={isTold ? "neutral" : "warning"} title={t("title")}>
      {isTold ? (
        t("before")
      ) : (
        <>
          {t("beforeLost")} <WhyNoCallback />
        </>
      )}
    </Notice>
  );
}
