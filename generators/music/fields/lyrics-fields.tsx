"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { useFormField } from "@/components/form/form-field";
import { SwitchField } from "@/components/form/switch-field";
import type { LyricsFold } from "@/components/lyrics/folded-lyrics";
import { LyricsField } from "@/components/lyrics/lyrics-field";
import { MUSIC_LIMITS } from "@/lib/service/contract/music-options";
import type { FormFeatures } from "@/components/generators";
import type { MusicForm, MusicFormValues, MusicInput } from "../music-input";
import { lyricsRequirement, writesLyrics } from "../music-form-values";

interface LyricsFieldsProps {
  control: Control<MusicFormValues, unknown, MusicInput>;
  values: MusicForm;
  features: FormFeatures | null;
  /** Changes fields that others depend on. */
  onTiedChange: (change: Partial<MusicForm>) => void;
}

/** The lyrics: typed by the person, or written by the service if there are none. */
export function LyricsFields({ control, values, features, onTiedChange }: LyricsFieldsProps) {
  const t = useTranslations("generators.music");
  const { is_instrumental: isInstrumental = false, lyrics = "", prompt = "" } = values;

  function describeOptimizer(): string {
    if (isInstrumental) return t("form.optimizerInstrumental");
    return lyrics === "" ? t("form.optimizerHint") : t("form.optimizerNeedsNoLyrics");
  }

  function describeFold(): LyricsFold | undefined {
    if (!isInstrumental) return undefined;
    return lyrics === ""
      ? { note: t("form.lyricsInstrumental") }
      : { note: t("form.lyricsKept"), show: t("form.showLyrics") };
  }

  function explainLocked(): string | undefined {
    if (isInstrumental) return t(lyrics === "" ? "form.lyricsInstrumental" : "form.lyricsKept");
    return writesLyrics(values) ? t("form.lyricsWritten") : undefined;
  }

  return (
    <>
      <LyricsField
        {...useFormField(control, "lyrics")}
        onValueChange={(text) => onTiedChange({ lyrics: text })}
        requirement={lyricsRequirement(values)}
        maximumLength={MUSIC_LIMITS.lyricsMaxLength}
        minimumLength={MUSIC_LIMITS.lyricsMinLength}
        fold={describeFold()}
        disabledReason={explainLocked()}
        placeholder={t("form.lyricsPlaceholder")}
        writer={
          features?.endpoints.lyricsGeneration
            ? { prompt, onUseStyleTags: (style) => onTiedChange({ prompt: style }) }
            : undefined
        }
      />
      <SwitchField
        {...useFormField(control, "lyrics_optimizer")}
        onValueChange={(on) => onTiedChange({ lyrics_optimizer: on || undefined })}
        label={t("fields.lyrics_optimizer")}
        hint={describeOptimizer()}
        disabled={isInstrumental || lyrics !== ""}
      />
    </>
  );
}
