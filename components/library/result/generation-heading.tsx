"use client";

import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode, useEffect, useId, useRef } from "react";
import { LazyRenameDialog } from "@/components/takes/lazy-rename-dialog";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { IconButton } from "@/components/ui/button";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { classNames } from "../../ui/class-names";
import { EarlyButton } from "@/components/ui/early-button";

/** Maximum length of the heading above a text that is shown in full. */
const shortenedTo = 160;

interface GenerationHeadingProps {
  generation: GenerationDto;
  /** Shortens the prompt, which opens on demand, and a text that is shown in full elsewhere. */
  shortened?: boolean;
  /** Renders a prompt; plain text by default. */
  renderPrompt?: (prompt: string) => ReactNode;
}

/** The title of a generation with a rename button, and its prompt below a custom title. */
export function GenerationHeading({
  generation,
  shortened = false,
  renderPrompt = (prompt) => prompt,
}: GenerationHeadingProps) {
  const t = useTranslations("takes.actions");
  const words = useGenerationWords();
  const [renaming, setRenaming] = useState(false);
  const { title, input } = generation;
  const prompt =
    typeof input.prompt === "string" && input.prompt.trim() !== "" ? renderPrompt(input.prompt) : null;
  const ownWords = words.ownWords(generation);
  const clamp = { moreLabel: t("showMore"), lessLabel: t("showLess") };
  const headingClass = "text-lg leading-relaxed font-medium";
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          {title === null && prompt !== null && shortened ? (
            <ClampedText as="h1" {...clamp} className={headingClass}>
              {prompt}
            </ClampedText>
          ) : title === null && shortened ? (
            // A text that is shown in full elsewhere.
            <h1 className={`line-clamp-3 ${headingClass}`} dir="auto">
              {ownWords.slice(0, shortenedTo)}
            </h1>
          ) : (
            <h1 className={`wrap-anywhere whitespace-pre-wrap ${headingClass}`} dir="auto">
              {title ?? prompt ?? ownWords}
            </h1>
          )}
        </div>
        {generation.deletedAt === null ? (
          <IconButton
            label={t("rename")}
            onClick={() => setRenaming(true)}
            className="-mt-0.5 -mr-1.5 text-text-3"
          >
            <PencilLine aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {title === null || prompt === null ? null : (
        <ClampedText as="p" {...clamp} className="text-sm leading-relaxed text-text-2">
          {prompt}
        </ClampedText>
      )}
      {renaming ? <LazyRenameDialog generation={generation} onClose={() => setRenaming(false)} /> : null}
    </div>
  );
}

interface ClampedTextProps {
  /** The element of the text. */
  as: "h1" | "p";
  moreLabel: string;
  lessLabel: string;
  className?: string;
  children: ReactNode;
}

/** A text cut off after five lines, with a button that expands it. A text that fits has no button. */
function ClampedText({ as: Element, moreLabel, lessLabel, className, children }: ClampedTextProps) {
  const textRef = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const text = textRef.current;
    if (!text || open) return;
    // Also after fonts load and when the window is resized.
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }, [open, children]);
  return (
    <div className="min-w-0">
      <Element
        ref={textRef}
        id={id}
        dir="auto"
        className={classNames("wrap-anywhere whitespace-pre-wrap", !open && "line-clamp-5", className)}
      >
        {children}
      </Element>
      {isCut ? (
        <EarlyButton
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
          className="mt-1 rounded-xs text-sm text-text-3 underline decoration-line-strong underline-offset-3 hover:text-text"
        >
          {open ? lessLabel : moreLabel}
        </EarlyButton>
      ) : null}
    </div>
  );
}
