"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from "react";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { SwitchField } from "@/components/form/switch-field";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { LyricsField } from "@/components/lyrics/lyrics-field";
import { exampleSoundUrl } from "@/components/reference-sound/example-sound";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { COVER_MODELS, MUSIC_LIMITS } from "@/lib/service/contract/music-options";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { placeSound, readCoverForm, toDraft, toSentInput, type CoverWay } from "./cover-form-values";
import type { CoverForm as CoverFormFields } from "./cover-input";
import { settleCover } from "./cover-ties";
import { AdvancedFields } from "./fields/advanced-fields";
import { CoverSubmitBar } from "./fields/cover-submit-bar";
import { SoundFields } from "./fields/sound-fields";
import { useParkedWords } from "./fields/use-parked-words";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./cover-input")).coverInputSchema;

/** The form of the cover generator. Its rules are those of coverInputSchema, the same that server and worker parse with. */
export function CoverForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.cover");
  const errorText = useErrorText();
  const [start] = useState(() => readCoverForm(initialInput));
  const form = useSchemaForm(loadRules, start.form);
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as CoverFormFields;
  const [way, setWay] = useState(start.way);
  const [sound, setSound] = useState(start.sound);
  const [parked, setParked] = useState(start.parked);
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);
  const parkedWords = useParkedWords(values, parked);
  /** What the service heard last: as long as nobody has changed it, a newer hearing may replace it. */
  const heardRef = useRef<string | undefined>(undefined);

  const tellChange = useEffectEvent(() => onInputChange(toDraft(values, { way, sound })));
  useEffect(() => tellChange(), [values, way, sound]);

  function setChanged(next: CoverFormFields) {
    const before = form.getValues() as CoverFormFields;
    for (const name of Object.keys(next) as (keyof CoverFormFields)[]) {
      if (next[name] !== before[name]) setValue(name, next[name], { shouldDirty: true });
    }
    if (formState.isSubmitted) void form.trigger();
  }

  /** Changes a field that others are tied to: what no longer fits is put aside, what fits again comes back. */
  function changeTied(change: Partial<CoverFormFields>) {
    const settled = settleCover({ ...(form.getValues() as CoverFormFields), ...change }, parked);
    setChanged(settled.form);
    setParked(settled.parked);
  }

  function changeWay(chosen: CoverWay) {
    setWay(chosen);
    setChanged(placeSound(form.getValues() as CoverFormFields, { way: chosen, sound }));
  }

  /** Another sound: what was found in the one before says nothing of it. */
  function changeSound(chosen: MediaSource | undefined) {
    setSound(chosen);
    const before = form.getValues() as CoverFormFields;
    // Words that nobody has touched go with the sound they were heard in.
    const lyrics = before.lyrics === heardRef.current ? undefined : before.lyrics;
    const known = { ...before, lyrics, cover_feature_id: undefined };
    form.clearErrors(["audio_url", "audio_base64", "cover_feature_id"]);
    setChanged(placeSound(known, { way, sound: chosen }));
  }

  function takeAnalysis({ assetId, coverFeatureId, lyrics: heard }: CoverAnalysisDto) {
    if (!sound || "url" in sound) setSound({ assetId });
    if (coverFeatureId !== null) setValue("cover_feature_id", coverFeatureId, { shouldDirty: true });
    form.clearErrors(["audio_url", "cover_feature_id"]);
    const { lyrics } = form.getValues();
    const isUntouched = !lyrics || lyrics === heardRef.current;
    if (heard && isUntouched) setValue("lyrics", heard, { shouldDirty: true });
    heardRef.current = heard ?? undefined;
  }

  const submit = form.handleSubmit(
    async (input) => {
      setRefusal(null);
      const outcome = await onSubmit(toSentInput(input as CoverFormFields));
      if (outcome.ok) return;
      const { code, fields } = outcome.problem;
      if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
    },
    (errors) => {
      const field = sound && way === "two-steps" ? "cover_feature_id" : "audio_url";
      if (Object.keys(errors)[0] === "audio_url")
        document.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    },
  );

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onClickCapture={ignoreSecondClick}
      onFocus={() => void loadRules()}
      className="flex min-h-full flex-1 flex-col"
    >
      <div className="grid flex-1 content-start gap-5 px-4 pb-6 lg:px-6">
        <FormField control={control} name="model">
          {(field) => (
            <ModelSelect
              {...field}
              label={t("fields.model")}
              options={COVER_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
            />
          )}
        </FormField>
        <SoundFields
          values={values}
          way={way}
          sound={sound}
          errors={formState.errors}
          onWayChange={changeWay}
          onSoundChange={changeSound}
          onAnalysed={takeAnalysis}
          onLyricsChange={(lyrics) => changeTied({ lyrics: lyrics || undefined })}
        />
        <FormField control={control} name="prompt">
          {(field) => (
            <PromptField
              {...field}
              label={t("fields.prompt")}
              maximumLength={MUSIC_LIMITS.coverPromptMaxLength}
              placeholder={t("form.promptPlaceholder")}
              rows={3}
              required
            />
          )}
        </FormField>
        <FormField control={control} name="lyrics">
          {(field) => (
            <LyricsField
              {...field}
              requirement={way === "two-steps" ? "required" : "optional"}
              minimumLength={MUSIC_LIMITS.coverLyricsMinLength}
              maximumLength={MUSIC_LIMITS.coverLyricsMaxLength}
              hint={way === "one-step" ? t("form.lyricsHeard") : undefined}
              placeholder={t("form.lyricsPlaceholder")}
            />
          )}
        </FormField>
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
      <CoverSubmitBar
        values={values}
        pending={formState.isSubmitting}
        disabled={sound !== undefined && "url" in sound && sound.url === exampleSoundUrl}
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
