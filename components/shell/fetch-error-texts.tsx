"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";
import { whenIdle } from "@/components/ui/when-idle";
import { loadErrorTexts } from "@/lib/i18n/error-texts";

const idleTimeoutMs = 5_000;

/** Loads the texts of all errors once the browser is idle, so that a failure can be explained at once. Renders nothing. */
export function FetchErrorTexts() {
  const locale = useLocale();
  useEffect(() => {
    let cancelIdle: (() => void) | undefined;
    function fetchWhenIdle() {
      // Browsers cache a failed import, so none is tried offline.
      if (navigator.onLine) cancelIdle = whenIdle(() => void loadErrorTexts(locale), idleTimeoutMs);
    }
    fetchWhenIdle();
    addEventListener("online", fetchWhenIdle);
    return () => {
      removeEventListener("online", fetchWhenIdle);
      cancelIdle?.();
    };
  }, [locale]);
  return null;
}
