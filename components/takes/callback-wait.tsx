"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { callbackQueries } from "@/components/queries/callback-queries";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";

/**
 * Says why the service currently gets no callback address, with a link to the settings. Nothing while that is unknown.
 */
export function WhyNoCallback() {
  const t = useTranslations("takes.pending.onlyCallback");
  const { data } = useQuery(callbackQueries.status());
  // It may hydrate after the response.
  const isHydrating = useIsHydrating();
  if (!data || isHydrating) return null;
  return (
    <>
      {t(`why.${data.reason}`)}{" "}
      <Link href="/settings/callbacks" className="underline underline-offset-2 hover:text-text">
        {t("doctor")}
      </Link>
    </>
  );
}
