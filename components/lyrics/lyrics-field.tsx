"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldBinding } from "@/components/form/field-binding";
import { TokenEditor } from "@/components/form/token-editor";
import { LyricsCount } from "./lyrics-count";
import { findLyricsTokens } from "./lyrics-tokens";

/** What the service's lyrics writer is given and gives back beside the lyrics (unshown.md Music "lyrics writer"). */
export interface LyricsWriterBinding {
  /** The style prompt of the form: what the writer's instruction begins with. */
  prompt: string;
  /** The person takes over the style that the writer suggests. */
  onUseStyleTags?: ((styleTags: string) => void) | undefined;
}

export interface LyricsFieldProps extends FieldBinding<string | undefined> {
  /** `none`: the request takes lyrics neither as required nor as wanted now; `disabledReason` says why. */
  requirement: "required" | "optional" | "none";
  /** In code points, as the service counts: 3500 for songs, 1000 for covers. */
  maximumLength: number;
  /** 10 for covers; told before the form is sent. */
  minimumLength?: number | undefined;
  /** Why nothing can be written here now; the field is then locked, and what it holds is kept. */
  disabledReason?: string | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** Shown under the text while there is none: another way to lyrics, for example the service's optimizer. */
  emptyOffer?: ReactNode;
  /** Only where the connection's profile has the lyrics endpoint (`features.endpoints.lyricsGeneration`). */
  writer?: LyricsWriterBinding | undefined;
}

/**
 * Lyrics in sections. An empty text is undefined: the service takes no lyrics of no characters. The form hears of it when
 * the person pauses, leaves the field, or sends.
 */
export function LyricsField({
  value = "",
  onValueChange,
  requirement,
  maximumLength,
  minimumLength = 0,
  disabledReason,
  disabled = false,
  hint,
  placeholder,
  emptyOffer,
  writer: _writer,
  ...binding
}: LyricsFieldProps) {
  const t = useTranslations("lyrics");
  return (
    <TokenEditor
      {...binding}
      value={value}
      onValueChange={(text) => onValueChange(text === "" ? undefined : text)}
      disabled={disabled || disabledReason !== undefined}
      label={t("label")}
      hint={disabledReason ?? hint}
      placeholder={placeholder}
      required={requirement === "required"}
      rows={12}
      findTokens={findLyricsTokens}
      note={({ text }) => (
        <LyricsCount
          text={text}
          maximum={maximumLength}
          minimum={minimumLength}
          optional={requirement === "optional"}
        />
      )}
      footer={({ text }) => (text === "" && disabledReason === undefined ? emptyOffer : null)}
    />
  );
}
