"use client";

import { useSyncExternalStore } from "react";
import { readPreferenceCookie } from "@/lib/appearance/preference-cookies";
import { parseTheme, themeCookieName } from "@/lib/appearance/themes";
import { findLocale, htmlLanguages, isLocale, localeCookieName } from "@/lib/i18n/locales";
import en from "@/messages/en/fatal.json";
import zh from "@/messages/zh/fatal.json";
import "./globals.css";

const words = { en, zh };
const subscribe = () => () => undefined;

/** Error page of the root layout. No provider is available, so it includes its own texts. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const locale = useSyncExternalStore(
    subscribe,
    () => {
      const chosen = readPreferenceCookie(localeCookieName);
      return isLocale(chosen) ? chosen : findLocale(navigator.languages);
    },
    () => "en" as const,
  );
  const theme = useSyncExternalStore(
    subscribe,
    () => parseTheme(readPreferenceCookie(themeCookieName)),
    () => parseTheme(undefined),
  );
  const { title, explanation, explanationWithNumber, retry, digest } = words[locale];
  return (
    <html lang={htmlLanguages[locale]} data-theme={theme}>
      <head>
        <title>{title}</title>
      </head>
      <body>
        <main className="grid min-h-dvh place-items-center px-6">
          <div role="alert" className="grid max-w-md justify-items-center text-center">
            <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
            <p className="mt-1.5 text-sm text-text-2">{error.digest ? explanationWithNumber : explanation}</p>
            {error.digest ? (
              <p className="mt-2 font-mono text-2xs text-text-3">
                {digest} {error.digest}
              </p>
            ) : null}
            <button
              type="button"
              onClick={reset}
              className="mt-5 h-8.5 rounded-md border border-line-strong px-3 text-sm hover:bg-hover"
            >
              {retry}
            </button>
          </div>
        </main>
      </body>
    </html>
  );
}
