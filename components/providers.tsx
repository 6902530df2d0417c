"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { hasToasts, subscribeToToasts } from "@/components/ui/toast";
import { TooltipLayer } from "@/components/ui/tooltip-layer";

/** What every page has, signed in or not: the places where tooltips and toasts appear. */
export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <>
      {children}
      <TooltipLayer />
      <ToastHost label={t("toasts")} closeLabel={t("close")} />
    </>
  );
}

const loadToastList = () => import("@/components/ui/toast-list");

/** The place where toasts appear; stands once, in the shell. */
function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const look = () => setWanted((before) => before || hasToasts());
    look();
    // What could not be drawn offline is drawn then.
    addEventListener("online", look);
    const unsubscribe = subscribeToToasts(look);
    return () => {
      removeEventListener("online", look);
      unsubscribe();
    };
  }, []);
  if (!wanted) return null;
  return <FetchedPart load={loadToastList} props={{ label, closeLabel }} onFailed={() => setWanted(false)} />;
}
