"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { WriterState } from "./use-lyrics-writer";

export interface LyricsWriterNewsProps {
  state: WriterState;
  onUndo: () => void;
  onUseStyleTags?: ((styleTags: string) => void) | undefined;
}

/** How the last request to the writer went, and what can be done with what came of it. */
export function LyricsWriterNews({ state, onUndo, onUseStyleTags }: LyricsWriterNewsProps) {
  const t = useTranslations("lyrics.writer");
  const errorText = useErrorText();
  const [usedTags, setUsedTags] = useState<string | null>(null);

  switch (state.kind) {
    case "stopped":
      return (
        <Notice tone="warning" title={t("stopped.title")} announce className="sm:flex-col sm:items-stretch">
          {t("stopped.explanation")}
        </Notice>
      );
    case "failed": {
      const { title, message, action } = errorText(state.code);
      return (
        <Notice title={title} announce className="sm:flex-col sm:items-stretch">
          {[message, action].filter(Boolean).join(" ")}
        </Notice>
      );
    }
    case "written": {
      const { title, styleTags } = state.answer;
      return (
        <div className="grid gap-2 text-sm text-text-2">
          <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 flex-1">
              {title ? t("written.titled", { title }) : t("written.plain")}
            </span>
            <Button size="small" variant="outline" onClick={onUndo}>
              {t("undo")}
            </Button>
          </p>
          {styleTags ? (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 flex-1">
                <span className="text-text-3">{t("style")}</span> {styleTags}
              </span>
              {onUseStyleTags ? (
                <Button
                  size="small"
                  variant="outline"
                  disabled={usedTags === styleTags}
                  onClick={() => {
                    setUsedTags(styleTags);
                    onUseStyleTags(styleTags);
                  }}
                >
                  {t(usedTags === styleTags ? "styleUsed" : "useStyle")}
                </Button>
              ) : null}
            </p>
          ) : null}
        </div>
      );
    }
    default:
      return null;
  }
}
