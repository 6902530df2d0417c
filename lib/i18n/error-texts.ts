import type errorMessages from "../../messages/en/errors.json";
import type { Locale } from "./locales";

/** The texts of an error: what happened, what it means, what to do. */
export interface ErrorText {
  title: string;
  message?: string;
  action: string;
}

/** Texts by code; a page has only some of them. */
export interface ErrorTexts {
  [part: string]: ErrorTexts | string | undefined;
}

/** What a browser must be able to say without asking the studio, and what it says of an unknown code. */
export const everyPageErrors = ["errors.internal", "errors.studio"] as const;

/** The texts of a code, those of `internal` for a code without texts. */
export function findErrorText(texts: ErrorTexts, code: string): ErrorText {
  return readErrorText(texts, code) ?? readErrorText(texts, "internal") ?? { title: code, action: "" };
}

/** The texts of a code; undefined without any. `input.invalid` is at `input`, `invalid`. */
export function readErrorText(texts: ErrorTexts, code: string): ErrorText | undefined {
  let found: ErrorTexts | string | undefined = texts;
  for (const part of code.split(".")) {
    if (typeof found !== "object" || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  if (typeof found !== "object") return undefined;
  const { title, message, action } = found;
  if (typeof title !== "string" || typeof action !== "string") return undefined;
  return { title, ...(typeof message === "string" ? { message } : {}), action };
}

const files: Record<Locale, () => Promise<{ default: typeof errorMessages }>> = {
  en: () => import("../../messages/en/errors.json"),
  zh: () => import("../../messages/zh/errors.json"),
};

const loading: Partial<Record<Locale, Promise<void>>> = {};
const loaded: Partial<Record<Locale, ErrorTexts>> = {};
const listeners = new Set<() => void>();

/** Loads the texts of all errors in the browser. Without them, errors that a page doesn't know read as `internal`. */
export function loadErrorTexts(locale: Locale): Promise<void> {
  return (loading[locale] ??= files[locale]().then(
    ({ default: texts }) => {
      loaded[locale] = texts;
      for (const listener of listeners) listener();
    },
    () => {
      delete loading[locale];
    },
  ));
}

/** The loaded texts of a language; undefined before. */
export function getLoadedErrorTexts(locale: Locale): ErrorTexts | undefined {
  return loaded[locale];
}

/** Calls back when texts have been loaded. */
export function subscribeToErrorTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
