"use client";

import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { watchTheme } from "@/components/ui/watch-look";
import { writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { parseTheme, themeCookieName, type Theme } from "@/lib/appearance/themes";
import { localeCookieName, type Locale } from "@/lib/i18n/locales";
import { useGuardedNavigation } from "./use-open-page";

/** The theme of <html>, and a function that changes it for this and later pages. */
export function useTheme(): [Theme | undefined, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    watchTheme,
    () => parseTheme(document.documentElement.dataset.theme),
    () => undefined,
  );
  return [
    theme,
    (chosen) => {
      writePreferenceCookie(themeCookieName, chosen);
      document.documentElement.dataset.theme = chosen;
    },
  ];
}

/** Returns a function that changes the language. The page is refreshed in place; typed values stay. */
export function useChooseLocale(): (locale: Locale) => void {
  const router = useRouter();
  const guard = useGuardedNavigation();
  return (locale) =>
    guard(() => {
      writePreferenceCookie(localeCookieName, locale);
      router.refresh();
    });
}
