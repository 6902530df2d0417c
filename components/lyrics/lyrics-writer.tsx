"use client";

import { useTranslations } from "next-intl";
import { use, useEffect, useEffectEvent, useState, type KeyboardEvent } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import { GenerationTitleContext } from "@/components/form/generation-title";
import { PromptField } from "@/components/form/prompt-field";
import type { TokenEditorView } from "@/components/form/token-editor";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { WrittenLyrics } from "@/lib/lyrics/lyrics-dto";
import type { LyricsRequest } from "@/lib/service/contract/lyrics";
import { MUSIC_LIMITS } from "@/lib/service/contract/music-options";
import { LyricsDrafts } from "./lyrics-drafts";
import { useLyricsWriter, type WriterState } from "./use-lyrics-writer";

const { promptMaxLength, lyricsMaxLength } = MUSIC_LIMITS;

interface LyricsWriterProps {
  view: TokenEditorView;
  /** The start of the instruction for new lyrics. */
  prompt: string;
  onUseStyleTags?: ((styleTags: string) => void) | undefined;
  /** Locks the editor while the service writes. */
  onWritingChange: (writing: boolean) => void;
  onClose: () => void;
}

type Mode = LyricsRequest["mode"];

/** Has the service write lyrics, or rework those in the editor. Loaded on demand, hence the default export. */
export default function LyricsWriter(props: LyricsWriterProps) {
  const { view, prompt, onUseStyleTags, onWritingChange, onClose } = props;
  const t = useTranslations("lyrics.writer");
  const writer = useLyricsWriter(view.actions, onWritingChange);
  const { showText } = view.actions;
  const written = writer.state.kind === "written" ? writer.state.answer : null;
  const generationTitle = use(GenerationTitleContext);
  const onWritten = useEffectEvent(({ title: found }: WrittenLyrics) => {
    showText();
    if (found !== null) generationTitle?.offer(found);
  });
  useEffect(() => {
    if (written) onWritten(written);
  }, [written]);
  const hasLyrics = view.text.trim() !== "";
  const [wantedMode, setWantedMode] = useState<Mode>(hasLyrics ? "edit" : "write_full_song");
  const mode: Mode = hasLyrics ? wantedMode : "write_full_song";
  const [instructions, setInstructions] = useState<Record<Mode, string>>({
    write_full_song: prompt,
    edit: "",
  });
  const [title, setTitle] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const instruction = instructions[mode];
  const isWriting = writer.state.kind === "writing";
  const isTooLong = mode === "edit" && countCodePoints(view.text) > lyricsMaxLength;
  const isMissing = instruction.trim() === "";

  function write() {
    setSubmitted(true);
    if (isMissing || isTooLong || countCodePoints(instruction) > promptMaxLength) return;
    setSubmitted(false);
    writer.write({
      mode,
      prompt: instruction.trim(),
      ...(mode === "edit" ? { lyrics: view.actions.getText() } : {}),
      ...(title.trim() === "" ? {} : { title: title.trim() }),
    });
  }

  /** Enter belongs to this panel, not to the form. */
  function handleEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const isLine = event.target instanceof HTMLInputElement && event.target.type === "text";
    if (!isLine && !event.metaKey && !event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    write();
  }

  return (
    <section
      aria-label={t("title")}
      onKeyDown={handleEnter}
      className="grid gap-3 border-b bg-[color-mix(in_oklab,var(--hue)_4%,transparent)] p-3"
    >
      {hasLyrics ? (
        <SegmentedControl<Mode>
          label={t("mode")}
          size="small"
          fill
          value={mode}
          onValueChange={setWantedMode}
          disabled={isWriting}
          options={[
            { value: "write_full_song", label: t("modes.write") },
            { value: "edit", label: t("modes.edit") },
          ]}
        />
      ) : null}
      <PromptField
        label={t("instruction")}
        value={instruction}
        onValueChange={(text) => setInstructions((before) => ({ ...before, [mode]: text }))}
        maximumLength={promptMaxLength}
        rows={2}
        disabled={isWriting}
        placeholder={t(mode === "edit" ? "placeholders.edit" : "placeholders.write")}
        error={
          submitted && isMissing
            ? t(mode === "edit" ? "missing.edit" : "missing.write")
            : submitted && isTooLong
              ? t("tooLong", { maximum: lyricsMaxLength })
              : undefined
        }
      />
      <Field label={t("songTitle")} note={t("optional")}>
        <Input
          type="text"
          value={title}
          disabled={isWriting}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" variant="secondary" pending={isWriting} onClick={write}>
          {t(mode === "edit" ? "act.edit" : "act.write")}
        </Button>
        {writer.state.kind === "writing" ? (
          <>
            <Button size="small" variant="ghost" onClick={writer.stop}>
              {t("stop")}
            </Button>
            <span role="status" className="text-2xs text-text-2">
              {t("writing")} <ElapsedTime since={writer.state.since} />
            </span>
          </>
        ) : (
          <>
            <Button size="small" variant="ghost" onClick={onClose}>
              {t("close")}
            </Button>
            <span className="text-2xs text-text-3">{t(hasLyrics ? "costsAndReplaces" : "costs")}</span>
          </>
        )}
      </div>
      <LyricsWriterNews state={writer.state} onUndo={writer.undo} onUseStyleTags={onUseStyleTags} />
      <LyricsDrafts text={view.text} disabled={isWriting} onUse={writer.use} />
    </section>
  );
}

interface LyricsWriterNewsProps {
  state: WriterState;
  onUndo: () => void;
  onUseStyleTags?: ((styleTags: string) => void) | undefined;
}

/** The result of the last request to the writer, with its actions. */
function LyricsWriterNews({ state, onUndo, onUseStyleTags }: LyricsWriterNewsProps) {
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
