"use client";

import { useTranslations } from "next-intl";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Skeleton } from "@/components/ui/progress";

const loadShots = () => import("./storyboard-shots");

/** The shots as a list, on narrow screens. */
export function DeskStoryboard() {
  const t = useTranslations("desk.storyboard");
  return (
    <section aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <FetchedPart load={loadShots} props={{}} fallback={<Skeleton className="m-4 h-40" />} />
      <p className="border-t bg-panel px-4 py-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-xs text-text-3">
        {t("also")}
      </p>
    </section>
  );
}
