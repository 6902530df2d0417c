import { useTranslations } from "next-intl";

/** The texts of an error: what happened, what it means, what to do. */
interface ErrorText {
  title: string;
  message?: string;
  action: string;
}

/** `input.invalid` is at errors.input.invalid. */
type ErrorKey = Parameters<ReturnType<typeof useTranslations<"errors">>>[0];

/**
 * The texts of an error code; `internal` for a code of another version. Needs the `errors` namespace, which
 * every page has.
 */
export function useErrorText(): (code: string) => ErrorText {
  const t = useTranslations("errors");
  return (code) => {
    const known = t.has(`${code}.title` as ErrorKey) ? code : "internal";
    const messageKey = `${known}.message` as ErrorKey;
    return {
      title: t(`${known}.title` as ErrorKey),
      ...(t.has(messageKey) ? { message: t(messageKey) } : {}),
      action: t(`${known}.action` as ErrorKey),
    };
  };
}
