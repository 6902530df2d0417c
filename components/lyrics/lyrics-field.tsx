"use client";

import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, useState } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FieldBinding } from "@/components/form/form-field";
import type { TextToken } from "@/components/form/text-token";
import { LazyTokenAdvice } from "@/components/form/lazy-token-advice";
import { TokenEditor, type TokenEditorView } from "@/components/form/token-editor";
import type { EditorTools } from "@/components/form/token-editor-view";
import { Button } from "@/components/ui/button";
import { parseSections } from "@/lib/lyrics/sections";
import { readStructureTag, type StructureTag } from "@/lib/lyrics/structure-tag";
import { FoldedLyrics, type LyricsFold } from "./folded-lyrics";
import { useTagMeanings } from "./tag-meanings";
import { TagPalette } from "./tag-palette";

const LyricsOutline = lazy(() => import("./lyrics-outline"));
const LyricsWriter = lazy(() => import("./lyrics-writer"));

/** Input and output of the service's lyrics writer besides the lyrics (unshown.md Music "lyrics writer"). */
interface LyricsWriterBinding {
  /** The form's style prompt, which the writer's instruction starts with. */
  prompt: string;
  /** Takes over the style that the writer suggests. */
  onUseStyleTags?: ((styleTags: string) => void) | undefined;
}

interface LyricsFieldProps extends FieldBinding<string | undefined> {
  /** `none`: the request takes no lyrics; `disabledReason` says why. */
  requirement: "required" | "optional" | "none";
  /** In code points, as the service counts: 3500 for songs, 1000 for covers. */
  maximumLength: number;
  /** 10 for covers; shown before the form is submitted. */
  minimumLength?: number | undefined;
  /** Why the field is locked; its text is kept. */
  disabledReason?: string | undefined;
  /** Folds the field into one line: its text is not needed now, or shown elsewhere too. */
  fold?: LyricsFold | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** Only if the connection's profile has the lyrics endpoint (`features.endpoints.lyricsGeneration`). */
  writer?: LyricsWriterBinding | undefined;
}

/**
 * Lyrics in sections: highlighted and completed tags, an outline that moves sections, and the service's writer. Empty
 * lyrics are undefined, since the service rejects an empty string. The form receives the text when the person pauses,
 * leaves the field or submits.
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
  writer,
  ...binding
}: LyricsFieldProps) {
  const t = useTranslations("lyrics");
  const meanings = useTagMeanings();
  const [isWriterOpen, setWriterOpen] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const locked = disabled || disabledReason !== undefined || isWriting;

  const [suggest, setSuggest] = useState<SuggestTag>(() => () => null);
  const findTokens = useMemo(() => {
    const words = {
      variant: (tag: string) => t("advice.variant", { tag }),
      unknown: (tag: string | null) => (tag ? t("advice.meant", { tag }) : t("advice.unknown")),
    };
    return (text: string) => findLyricsTokens(text, words, suggest);
  }, [t, suggest]);
  const loadCompletion = async () => {
    const [{ createTagCompletion }, { suggestTag }] = await Promise.all([
      import("./tag-completion"),
      import("@/lib/lyrics/suggest-tag"),
    ]);
    setSuggest(() => suggestTag);
    return (tools: EditorTools) => createTagCompletion({ title: t("palette.title"), meanings }, tools);
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
          <LazyTokenAdvice
            view={view}
            disabled={locked}
            labels={{
              fix: (tag) => t("advice.fix", { tag }),
              fixAll: (count) => t("advice.fixAll", { count }),
              more: (count) => t("advice.more", { count }),
            }}
          />
        )}
      />
    </FoldedLyrics>
  );
}

/** Beside the text, as high as the text; below it without room, as high as needed. */
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

interface LyricsCountProps {
  text: string;
  maximum: number;
  minimum: number;
  optional: boolean;
}

/** The number of characters and the limit, as the service counts, and whether it is too many or too few. */
function LyricsCount({ text, maximum, minimum, optional }: LyricsCountProps) {
  const t = useTranslations("lyrics");
  const count = countCodePoints(text);
  const over = count - maximum;
  const words = t("count", { count, maximum });
  if (over > 0) return <span className="text-danger">{`${words}. ${t("over", { over })}`}</span>;
  if (count > 0 && count < minimum) return `${words}. ${t("under", { minimum })}`;
  return count === 0 && optional ? `${t("optional")} · ${words}` : words;
}

/** The tag that is meant by one that is none of the 14. */
type SuggestTag = (bracketed: string) => StructureTag | null;

interface LyricsTokenWords {
  /** The tag is spelled differently in the service's document. */
  variant: (tag: StructureTag) => string;
  /** The tag is none of the 14; `meant` is the likely one. */
  unknown: (meant: StructureTag | null) => string;
}

/**
 * Finds the tags of lyrics. The service is not documented to refuse other tags than its 14, so they get advice, not an
 * error: the likely tag in the document's spelling.
 */
export function findLyricsTokens(text: string, words: LyricsTokenWords, suggest: SuggestTag): TextToken[] {
  return parseSections(text).flatMap(({ tagRange }) => {
    if (!tagRange) return [];
    const bracketed = text.slice(tagRange.from, tagRange.to);
    const reading = readStructureTag(bracketed);
    const token = { ...tagRange, kind: "section" };
    if (reading.kind === "known") return [token];
    if (reading.kind === "variant")
      return [{ ...token, advice: words.variant(reading.tag), fix: reading.tag }];
    const meant = suggest(bracketed);
    return [{ ...token, advice: words.unknown(meant), ...(meant ? { fix: meant } : {}) }];
  });
}
