"use client";

import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { hasMarks } from "./spoken-tokens";

export interface TextToolsProps {
  text: string;
  /** Whether the text is shown with its markers as they were sent. */
  asSent: boolean;
  /** Missing where there is no other way to show it. */
  onAsSentChange?: (asSent: boolean) => void;
}

/** What can be done with a spoken text: have it, and see it exactly as it was sent. */
export function TextTools({ text, asSent, onAsSentChange }: TextToolsProps) {
  const t = useTranslations("reader");
  return (
    <div className="flex shrink-0 gap-0.5">
      {onAsSentChange && hasMarks(text) ? (
        <IconButton
          label={t("asSent")}
          aria-pressed={asSent}
          onClick={() => onAsSentChange(!asSent)}
          className="aria-pressed:bg-hover aria-pressed:text-text"
        >
          <Braces aria-hidden />
        </IconButton>
      ) : null}
      <CopyButton text={text} label={t("copy")} copiedLabel={t("copied")} failedLabel={t("notCopied")} />
    </div>
  );
}

/** A text with every marker in it as it was sent. */
export function SentText({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className="max-w-[46rem] font-mono text-sm leading-7 wrap-anywhere whitespace-pre-wrap text-text-2"
    >
      {text}
    </p>
  );
}
