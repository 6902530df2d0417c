"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ToastHost } from "@/components/ui/toast-host";
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
