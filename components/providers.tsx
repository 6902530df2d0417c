"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { NewVersion } from "@/components/new-version";
import { FetchedPart } from "@/components/ui/fetched-part";
import { loadToastList } from "@/components/ui/load-toast-list";
import { hasToasts, subscribeToToasts } from "@/components/ui/toast";
import { TooltipLayer } from "@/components/ui/tooltip-layer";

// Every layout has an error page of its own. They show this, which comes once, with the root layout.
export { PageFault } from "@/components/shell/page-fault";

/** Tooltips, toasts and the notice of a new version, for every page. */
export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <>
      {children}
      <TooltipLayer />
      <NewVersion />
      <ToastHost label={t("toasts")} closeLabel={t("close")} />
    </>
  );
}

/** Renders toasts; used once, in the root layout. */
function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [isNeeded, setWanted] = useState(false);
  useEffect(() => {
    const checkToasts = () => setWanted((before) => before || hasToasts());
    checkToasts();
    // Toasts that could not be rendered offline are rendered now.
    addEventListener("online", checkToasts);
    const unsubscribe = subscribeToToasts(checkToasts);
    return () => {
      removeEventListener("online", checkToasts);
      unsubscribe();
    };
  }, []);
  if (!isNeeded) return null;
  return <FetchedPart load={loadToastList} props={{ label, closeLabel }} onFailed={() => setWanted(false)} />;
}
