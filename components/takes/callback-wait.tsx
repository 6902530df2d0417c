"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { callbackQueries } from "@/components/queries/callback-queries";

/**
 * Why the service is told no address of this studio as things are now, with the way to the page that mends it. Nothing
 * while that is not known.
 */
export function WhyNoCallback() {
  const t = useTranslations("takes.pending.onlyCallback");
  const { data } = useQuery(callbackQueries.status());
  if (!data) return null;
  return (
    <>
      {t(`why.${data.reason}`)}{" "}
      <Link href="/settings/callbacks" className="underline underline-offset-2 hover:text-text">
        {t("doctor")}
      </Link>
    </>
  );
}
