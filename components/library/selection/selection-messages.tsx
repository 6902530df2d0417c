"use client";

import { useLocale } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { MergedMessages } from "@/lib/i18n/merged-messages";
import type { Locale } from "@/lib/i18n/locales";
import type selectionMessages from "../../../messages/en/selection.json";

const files: Record<Locale, () => Promise<{ default: typeof selectionMessages }>> = {
  en: () => import("../../../messages/en/selection.json"),
  zh: () => import("../../../messages/zh/selection.json"),
};

/** Provides the words of selecting, which the page does not bring. Renders nothing until they are there. */
export function SelectionMessages({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const [messages, setMessages] = useState<typeof selectionMessages | null>(null);
  useEffect(() => {
    let isCurrent = true;
    files[locale]().then(
      (file) => isCurrent && setMessages(file.default),
      // Offline: without its words the bar stays away, and the next page tries again.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return messages ? <MergedMessages messages={{ selection: messages }}>{children}</MergedMessages> : null;
}
