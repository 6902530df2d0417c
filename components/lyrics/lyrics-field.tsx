"use client";

import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, useState, type ReactNode } from "react";
import type { FieldBinding } from "@/components/form/field-binding";
import { TokenEditor, type TokenEditorView } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";
import { FoldedLyrics, type LyricsFold } from "./folded-lyrics";
import { LyricsCount } from "./lyrics-count";
import { findLyricsTokens } from "./lyrics-tokens";
import { TagAdvice } from "./tag-advice";
import { TagPalette } from "./tag-palette";
import { useTagMeanings } from "./use-tag-meanings";

const LyricsOutline = lazy(() => import("./lyrics-outline"));
const LyricsWriter = lazy(() => import("./lyrics-writer"));

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
  /** The field is one line that opens it: what it holds is not needed now, or stands elsewhere too. */
  fold?: LyricsFold | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** Shown under the text while there is none: another way to lyrics, for example the service's optimizer. */
  emptyOffer?: ReactNode;
  /** Only where the connection's profile has the lyrics endpoint (`features.endpoints.lyricsGeneration`). */
  writer?: LyricsWriterBinding | undefined;
}

/**
 * Lyrics in sections: their tags marked and completed, an outline that moves them, and the service's writer. An empty
 * text is undefined: the service takes no lyrics of no characters. The form hears of it when the person pauses, leaves
 * the field, or sends.
 */
export function LyricsField({
  value = "",
  onValueChange,
  requirement,
  maximumLength,
  minimumLength = 0,
  disabledReason,
  disabled = false,
  fold,
  hint,
  placeholder,
  emptyOffer,
  writer,
  ...binding
}: LyricsFieldProps) {
  const t = useTranslations("lyrics");
  const meanings = useTagMeanings();
  const [isWriterOpen, setWriterOpen] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const locked = disabled || disabledReason !== undefined || isWriting;

  const findTokens = useMemo(() => {
    const words = {
      variant: (tag: string) => t("advice.variant", { tag }),
      unknown: (tag: string | null) => (tag ? t("advice.meant", { tag }) : t("advice.unknown")),
    };
    return (text: string) => findLyricsTokens(text, words);
  }, [t]);
  const loadCompletion = async () => {
    const { createTagCompletion } = await import("./tag-completion");
    return createTagCompletion({ title: t("palette.title"), meanings });
  };

  return (
    <FoldedLyrics name={binding.name} fold={fold} error={binding.error}>
      <TokenEditor
        {...binding}
        value={value}
        onValueChange={(text) => onValueChange(text === "" ? undefined : text)}
        disabled={locked}
        label={t("label")}
        hint={disabledReason ?? hint}
        placeholder={placeholder}
        required={requirement === "required"}
        rows={12}
        findTokens={findTokens}
        loadExtensions={loadCompletion}
        note={({ text }) => (
          <LyricsCount
            text={text}
            maximum={maximumLength}
            minimum={minimumLength}
            optional={requirement === "optional"}
          />
        )}
        toolbar={({ actions }) => (
          <>
            <TagPalette actions={actions} disabled={locked} />
            {writer ? (
              <Button
                variant="ghost"
                size="small"
                aria-expanded={isWriterOpen}
                disabled={disabled || disabledReason !== undefined}
                onClick={() => setWriterOpen(!isWriterOpen || isWriting)}
              >
                <PenLine aria-hidden />
                {t("writer.button")}
              </Button>
            ) : null}
          </>
        )}
        panel={(view) =>
          writer && isWriterOpen ? (
            <Suspense>
              <LyricsWriter
                view={view}
                prompt={writer.prompt}
                onUseStyleTags={writer.onUseStyleTags}
                onWritingChange={setWriting}
                onClose={() => setWriterOpen(false)}
              />
            </Suspense>
          ) : null
        }
        aside={(view) => (hasTags(view) ? <OutlineColumn view={view} disabled={locked} /> : null)}
        footer={(view) => (
          <>
            <TagAdvice view={view} disabled={locked} />
            {view.text === "" && !locked ? emptyOffer : null}
          </>
        )}
      />
    </FoldedLyrics>
  );
}

/** Beside the text as high as the text; below it, where there is no room beside, as high as it needs. */
function OutlineColumn({ view, disabled }: { view: TokenEditorView; disabled: boolean }) {
  return (
    <div className="relative w-30 shrink-0 border-l @max-[20rem]:w-full @max-[20rem]:border-t @max-[20rem]:border-l-0">
      <div className="absolute inset-0 overflow-y-auto @max-[20rem]:static @max-[20rem]:max-h-44">
        <Suspense>
          <LyricsOutline view={view} disabled={disabled} />
        </Suspense>
      </div>
    </div>
  );
}

function hasTags({ tokens }: TokenEditorView): boolean {
  return tokens.some(({ kind }) => kind === "section");
}
