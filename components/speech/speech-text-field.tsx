"use client";

import { useTranslations } from "next-intl";
import { countCodePoints } from "@/components/form/count-code-points";
import type { FieldBinding } from "@/components/form/field-binding";
import { TokenEditor } from "@/components/form/token-editor";

export interface SpeechTextFieldProps extends FieldBinding<string> {
  /** In code points, as the service counts. */
  maximumLength: number;
  /** Where the request knows tone tags: whether the model takes them, else why not. Without it there are none. */
  toneTags?: { allowed: boolean; reason?: string | undefined } | undefined;
  /** Above this many code points the service recommends streaming. */
  streamAboveLength?: number | undefined;
  streaming?: boolean | undefined;
  /** The person follows the suggestion to stream. */
  onWantStream?: (() => void) | undefined;
  placeholder?: string | undefined;
  hint?: string | undefined;
}

/** The text that is spoken, with its pause markers and tone tags. */
export function SpeechTextField({ maximumLength, placeholder, hint, ...binding }: SpeechTextFieldProps) {
  const t = useTranslations("speech.text");
  return (
    <TokenEditor
      {...binding}
      label={t("label")}
      hint={hint}
      placeholder={placeholder}
      required
      findTokens={() => []}
      note={(text) => t("count", { count: countCodePoints(text), maximum: maximumLength })}
    />
  );
}
