"use client";

import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { parseTheme, themeCookieName, type Theme } from "@/lib/appearance/themes";
import { localeCookieName, type Locale } from "@/lib/i18n/locales";
import { useGuardedNavigation } from "./use-open-page";

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/**
 * Tells when what is drawn by script has to be drawn anew: other colours, or other pixels, as after zooming or on
 * another screen.
 */
export function watchLook(listener: () => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  const leaveTheme = subscribeToTheme(listener);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener, { signal });
  function watchPixels() {
    const pixels = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const onChange = () => {
      listener();
      watchPixels();
    };
    pixels.addEventListener("change", onChange, { once: true, signal });
  }
  watchPixels();
  return () => {
    leaveTheme();
    left.abort();
  };
}

/** The theme as <html> carries it, and how to choose another; it holds at once and on every later page. */
export function useTheme(): [Theme | undefined, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribeToTheme,
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

/** Chooses the language; the page is written anew in it, and what was typed stays. */
export function useChooseLocale(): (locale: Locale) => void {
  const router = useRouter();
  const guard = useGuardedNavigation();
  return (locale) =>
    guard(() => {
      writePreferenceCookie(localeCookieName, locale);
      router.refresh();
    });
}
