import { useTranslations } from "next-intl";

/** What a person reads of an error: what happened, what it means, what they can do. */
export interface ErrorText {
  title: string;
  message?: string;
  action: string;
}

/** A code's place in the errors catalogue: `input.invalid` stands at errors.input.invalid. */
type ErrorKey = Parameters<ReturnType<typeof useTranslations<"errors">>>[0];

/**
 * The words of an error code, in the person's language; a code of the past or of a newer studio reads as `internal`.
 * Needs the `errors` namespace, which every page of the studio has.
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
