import { useLocale, useMessages } from "next-intl";
import { useSyncExternalStore } from "react";
import {
  findErrorText,
  getLoadedErrorTexts,
  loadErrorTexts,
  readErrorText,
  subscribeToErrorTexts,
  type ErrorText,
  type ErrorTexts,
} from "./error-texts";

/**
 * The texts of an error code, for rendering. A page comes with the texts of the errors in its data; the others load soon
 * after it. Until then, and for a code of another version, they are those of `internal`.
 */
export function useErrorText(): (code: string) => ErrorText {
  const locale = useLocale();
  const texts: ErrorTexts = useMessages().errors;
  const loaded = useSyncExternalStore(
    subscribeToErrorTexts,
    () => getLoadedErrorTexts(locale),
    () => undefined,
  );
  return (code) => findErrorText(loaded ?? texts, code);
}

/** The same for texts that are kept once written, such as those of a toast: waits until they have loaded. */
export function useLoadErrorText(): (code: string) => Promise<ErrorText> {
  const locale = useLocale();
  const texts: ErrorTexts = useMessages().errors;
  return async (code) => {
    // Offline errors must not wait for a request.
    if (!readErrorText(texts, code)) await loadErrorTexts(locale);
    return findErrorText(getLoadedErrorTexts(locale) ?? texts, code);
  };
}
