"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState, type MouseEvent } from "react";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { SwitchField } from "@/components/form/switch-field";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { MUSIC_LIMITS, SONG_MODELS } from "@/lib/service/contract/music-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { AdvancedFields } from "./fields/advanced-fields";
import { LyricsFields } from "./fields/lyrics-fields";
import { MusicSubmitBar } from "./fields/music-submit-bar";
import { useParkedWords } from "./fields/use-parked-words";
import { readMusicForm, toSentInput } from "./music-form-values";
import type { MusicForm as MusicFormFields } from "./music-input";
import { settleMusic, writesLyrics } from "./music-ties";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./music-input")).musicInputSchema;

/** The form of the music generator. Its rules are those of musicInputSchema, the same that server and worker parse with. */
export function MusicForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.music");
  const errorText = useErrorText();
  const [start] = useState(() => readMusicForm(initialInput));
  const form = useSchemaForm(loadRules, start.form);
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as MusicFormFields;
  const [parked, setParked] = useState(start.parked);
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);
  const parkedWords = useParkedWords(values, parked);
  const isInstrumental = values.is_instrumental === true;
  const needsPrompt = isInstrumental || writesLyrics(values);

  const tellChange = useEffectEvent((changed: MusicFormFields) => onInputChange(toSentInput(changed)));
  useEffect(() => tellChange(values), [values]);

  /** Changes a field that others are tied to: what no longer fits is put aside, what fits again comes back. */
  function changeTied(change: Partial<MusicFormFields>) {
    const before = form.getValues() as MusicFormFields;
    const settled = settleMusic({ ...before, ...change }, parked);
    for (const name of Object.keys(settled.form) as (keyof MusicFormFields)[]) {
      if (settled.form[name] !== before[name]) setValue(name, settled.form[name], { shouldDirty: true });
    }
    setParked(settled.parked);
    if (formState.isSubmitted) void form.trigger();
  }

  const submit = form.handleSubmit(async (input) => {
    setRefusal(null);
    const outcome = await onSubmit(toSentInput(input as MusicFormFields));
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onClickCapture={ignoreSecondClick}
      onFocus={() => void loadRules()}
      className="flex min-h-full flex-1 flex-col"
    >
      <div className="grid flex-1 content-start gap-5 px-4 pb-6 lg:px-6">
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
        <FormField control={control} name="model">
          {(field) => (
            <ModelSelect
              {...field}
              label={t("fields.model")}
              options={SONG_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
            />
          )}
        </FormField>
        <FormField control={control} name="prompt">
          {(field) => (
            <PromptField
              {...field}
              label={t("fields.prompt")}
              maximumLength={MUSIC_LIMITS.promptMaxLength}
              placeholder={t("form.promptPlaceholder")}
              rows={3}
              required={needsPrompt}
            />
          )}
        </FormField>
        <LyricsFields control={control} values={values} features={features} onTiedChange={changeTied} />
        <FormField control={control} name="stream">
          {(field) => (
            <SwitchField
              {...field}
              onValueChange={(stream) => changeTied({ stream })}
              label={t("fields.stream")}
              hint={parkedWords ?? t("form.streamHint")}
            />
          )}
        </FormField>
        <AdvancedFields
          control={control}
          values={values}
          errors={formState.errors}
          onTiedChange={changeTied}
        />
      </div>
      <MusicSubmitBar
        values={values}
        pending={formState.isSubmitting}
        problem={
          refusal ? (
            <p role="alert" className="text-sm text-text-2">
              <strong className="font-medium text-text">{refusal.title}</strong> {refusal.action}
            </p>
          ) : null
        }
      />
    </form>
  );
}

/** The second click of a double click is not a second wish. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>) {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest("[type=submit]")) {
    event.preventDefault();
  }
}
