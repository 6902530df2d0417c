"use client";

import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { LazyRenameDialog } from "@/components/media/lazy-rename-dialog";
import { useGenerationWords } from "@/components/media/use-generation-words";
import { IconButton } from "@/components/ui/button";
import type { GenerationDto } from "@/lib/generations/generation-dto";

/** As much of its own words as stands over a text that is shown whole beside it. */
const shortenedTo = 160;

export interface GenerationHeadingProps {
  generation: GenerationDto;
  /** Its own words stand whole elsewhere on the page: here their beginning is enough. */
  shortened?: boolean;
  /** How a prompt is shown; as plain text when absent. */
  renderPrompt?: (prompt: string) => ReactNode;
}

/** What a generation is called, with the way to call it otherwise. Below a title of its person's own stays its prompt. */
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
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start gap-2">
        {title === null && shortened ? (
          <h1 className="line-clamp-3 min-w-0 flex-1 text-lg leading-relaxed font-medium" dir="auto">
            {ownWords.slice(0, shortenedTo)}
          </h1>
        ) : (
          <h1
            className="min-w-0 flex-1 text-lg leading-relaxed font-medium wrap-anywhere whitespace-pre-wrap"
            dir="auto"
          >
            {title ?? prompt ?? ownWords}
          </h1>
        )}
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
        <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap text-text-2" dir="auto">
          {prompt}
        </p>
      )}
      {renaming ? <LazyRenameDialog generation={generation} onClose={() => setRenaming(false)} /> : null}
    </div>
  );
}
