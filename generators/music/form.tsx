"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { chosenFormat } from "../_kit/composed-sound/composed-sound-form";
import { useFormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { MUSIC_LIMITS, SONG_MODELS } from "@/lib/service/contract/music-options";
import { ComposedSoundSettings } from "../_kit/composed-sound/composed-sound-settings";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectSong } from "../_kit/expect-song";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { useTiedFields } from "../_kit/use-tied-fields";
import { LyricsFields } from "./fields/lyrics-fields";
import { readMusicForm, toDraft, toSentInput, musicTies, writesLyrics } from "./music-form-values";

const loadRules = async () => (await import("./music-input")).musicInputSchema;

export default function MusicForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.music");
  const [start] = useState(() => readMusicForm(initialInput));
  const generatorForm = useGeneratorForm({
    loadRules,
    expectUsage: expectSong,
    start: start.form,
    toDraft,
    toSentInput,
    onInputChange,
    onSubmit,
  });
  const { control, values, errors, layout } = generatorForm;
  const { changeTied, nameParked } = useTiedFields("music", generatorForm, musicTies, start.parked);
  const isInstrumental = values.is_instrumental === true;
  const needsPrompt = isInstrumental || writesLyrics(values);

  return (
    <GeneratorFormLayout
      {...layout}
      generator="music"
      model={values.model}
      label={t("form.submit")}
      summary={t.rich("form.summary", {
        strong,
        kind: isInstrumental ? "instrumental" : "song",
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
    >
      <SegmentedControl
        label={t("fields.is_instrumental")}
        fill
        value={isInstrumental ? "instrumental" : "song"}
        onValueChange={(kind) => changeTied({ is_instrumental: kind === "instrumental" || undefined })}
        options={[
          { value: "song", label: t("values.is_instrumental.false") },
          { value: "instrumental", label: t("values.is_instrumental.true") },
        ]}
      />
      <ModelSelect
        {...useFormField(control, "model")}
        label={t("fields.model")}
        options={SONG_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <PromptField
        {...useFormField(control, "prompt")}
        label={t("fields.prompt")}
        maximumLength={MUSIC_LIMITS.promptMaxLength}
        placeholder={t("form.promptPlaceholder")}
        rows={3}
        required={needsPrompt}
      />
      <LyricsFields control={control} values={values} features={features} onTiedChange={changeTied} />
      <ComposedSoundSettings
        generator="music"
        control={control}
        values={values}
        errors={errors}
        parkedByStream={nameParked("stream")}
        onTiedChange={changeTied}
      />
    </GeneratorFormLayout>
  );
}
