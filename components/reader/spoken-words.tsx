"use client";

import { useTranslations } from "next-intl";
import { splitSpokenText } from "./spoken-tokens";

/** Words as they are spoken; pauses are told in seconds, and like tones are set apart by their look. */
export function SpokenWords({ text, withToneTags }: { text: string; withToneTags: boolean }) {
  const t = useTranslations("reader");
  return splitSpokenText(text, withToneTags).map((token, position) =>
    token.kind === "words" ? (
      token.text
    ) : (
      <span
        key={position}
        data-tooltip={token.kind === "pause" ? token.text : undefined}
        className="mx-1 rounded-xs bg-raised px-1.25 py-0.5 text-2xs whitespace-nowrap text-hue"
      >
        {token.seconds === undefined ? token.text : t("pause", { seconds: token.seconds })}
      </span>
    ),
  );
}
