"use client";

import { useTranslations } from "next-intl";
import { useCallback, useRef, useState, useEffect } from "react";
import { chosenFormat, composedSoundTies } from "../_kit/composed-sound/composed-sound-form";
import { FormField, useFormField } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { ModelSelect } from "@/components/form/model-select";
import { PromptField } from "@/components/form/prompt-field";
import { LyricsField } from "@/components/lyrics/lyrics-field";
import { exampleSoundUrl } from "./reference-sound/example-sound";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";
import { COVER_MODELS, MUSIC_LIMITS } from "@/lib/service/contract/music-options";
import { ComposedSoundSettings } from "../_kit/composed-sound/composed-sound-settings";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectSong } from "../_kit/expect-song";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { useTiedFields } from "../_kit/use-tied-fields";
import {
  placeSound,
  readCoverForm,
  toDraft,
  toSentInput,
  type CoverWay,
  coverWays,
} from "./cover-form-values";
import type { CoverForm as CoverFormFields, CoverFormValues, CoverInput } from "./cover-input";
import { useController, type Control } from "react-hook-form";
import { ReferenceSoundField } from "@/generators/cover/reference-sound/reference-sound-field";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";

const loadWorkbench = () => import("./workbench/cover-workbench");
const loadRules = async () => (await import("./cover-input")).coverInputSchema;

export default function CoverForm({ initialInput, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.cover");
  const [start] = useState(() => readCoverForm(initialInput));
  const [way, setWay] = useState(start.way);
  const [sound, setSound] = useState(start.sound);
  const [hasParts, setHasParts] = useState(false);
  /** The lyrics of the last analysis: a newer one may replace them while they are unchanged. */
  const heardRef = useRef<string | undefined>(undefined);

  const generatorForm = useGeneratorForm({
    loadRules,
    expectUsage: expectSong,
    start: start.form,
    toDraft: useCallback((fields: CoverFormFields) => toDraft(fields, { way, sound }), [way, sound]),
    toSentInput,
    onInputChange,
    onSubmit,
  });
  const { form, control, values, errors, readNow, setChanged, layout } = generatorForm;
  const { changeTied, nameParked } = useTiedFields("cover", generatorForm, composedSoundTies, start.parked);

  const inTwoSteps = way === "two-steps";
  const missing = errors.audio_url?.message ?? errors.audio_base64?.message;
  const lacksAnalysis = inTwoSteps && sound !== undefined && missing !== undefined;

  /** Clears the errors, which belong to the other way. */
  function changeWay(chosen: CoverWay) {
    setWay(chosen);
    form.reset(placeSound(readNow(), { way: chosen, sound }), { keepDefaultValues: true });
  }

  /** Clears the analysis of the previous sound. */
  function changeSound(chosen: MediaSource | undefined) {
    setSound(chosen);
    const before = readNow();
    // Unchanged lyrics belong to the previous sound.
    const lyrics = before.lyrics === heardRef.current ? undefined : before.lyrics;
    const known = { ...before, lyrics, cover_feature_id: undefined };
    form.clearErrors(["audio_url", "audio_base64", "cover_feature_id"]);
    setChanged(placeSound(known, { way, sound: chosen }));
  }

  function takeAnalysis({ assetId, coverFeatureId, lyrics: heard }: CoverAnalysisDto) {
    if (!sound || "url" in sound) setSound({ assetId });
    if (coverFeatureId !== null) form.setValue("cover_feature_id", coverFeatureId, { shouldDirty: true });
    form.clearErrors(["audio_url", "cover_feature_id"]);
    const { lyrics } = readNow();
    const isUntouched = !lyrics || lyrics === heardRef.current;
    if (heard && isUntouched) form.setValue("lyrics", heard, { shouldDirty: true });
    heardRef.current = heard ?? undefined;
  }

  return (
    <GeneratorFormLayout
      {...layout}
      generator="cover"
      model={values.model}
      label={t("form.submit")}
      summary={t.rich("form.summary", {
        strong,
        format: chosenFormat(values),
        delivery: values.stream ? "stream" : "whole",
      })}
      disabled={sound !== undefined && "url" in sound && sound.url === exampleSoundUrl}
    >
      <ModelSelect
        {...useFormField(control, "model")}
        label={t("fields.model")}
        options={COVER_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <SoundFields
        control={control}
        way={way}
        sound={sound}
        error={lacksAnalysis ? undefined : missing}
        onWayChange={changeWay}
        onSoundChange={changeSound}
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
      {inTwoSteps ? (
        <FetchedPart
          load={loadWorkbench}
          props={{
            sound,
            coverFeatureId: values.cover_feature_id,
            lyrics: values.lyrics ?? "",
            onLyricsChange: (lyrics) => changeTied({ lyrics: lyrics || undefined }),
            onAnalysed: takeAnalysis,
            onPartsChange: setHasParts,
            error: errors.cover_feature_id?.message ?? (lacksAnalysis ? t("form.analyseFirst") : undefined),
          }}
        />
      ) : null}
      <FormField control={control} name="lyrics">
        {(field) => (
          <LyricsField
            {...field}
            requirement={inTwoSteps ? "required" : "optional"}
            minimumLength={MUSIC_LIMITS.coverLyricsMinLength}
            maximumLength={MUSIC_LIMITS.coverLyricsMaxLength}
            fold={hasParts ? { note: t("form.lyricsByPart"), show: t("form.showAsText") } : undefined}
            hint={way === "one-step" ? t("form.lyricsHeard") : undefined}
            placeholder={t("form.lyricsPlaceholder")}
          />
        )}
      </FormField>
      <ComposedSoundSettings
        generator="cover"
        control={control}
        values={values}
        errors={errors}
        parkedByStream={nameParked("stream")}
        onTiedChange={changeTied}
      />
    </GeneratorFormLayout>
  );
}

interface SoundFieldsProps {
  control: Control<CoverFormValues, unknown, CoverInput>;
  way: CoverWay;
  sound: MediaSource | undefined;
  error: string | undefined;
  onWayChange: (way: CoverWay) => void;
  onSoundChange: (sound: MediaSource | undefined) => void;
}

/** The sound to cover, and whether it is analysed first. One choice sets the fields that exclude each other. */
function SoundFields({ control, way, sound, error, ...changes }: SoundFieldsProps) {
  const t = useTranslations("generators.cover");
  const inTwoSteps = way === "two-steps";
  // A missing sound is reported at audio_url, so its focus belongs here.
  const focusName = inTwoSteps && sound ? "cover_feature_id" : "audio_url";
  const { ref } = useController({ control, name: "audio_url" }).field;
  useEffect(() => {
    ref({ focus: () => document.querySelector<HTMLElement>(`[name="${focusName}"]`)?.focus() });
  }, [ref, focusName]);
  return (
    <>
      <Field
        as="group"
        label={t("ways.label")}
        hint={t(inTwoSteps ? "form.twoStepsHint" : "form.oneStepHint")}
      >
        <SegmentedControl
          fill
          value={way}
          onValueChange={changes.onWayChange}
          options={coverWays.map((each) => ({ value: each, label: t(`ways.${each}`) }))}
        />
      </Field>
      <ReferenceSoundField
        name="audio_url"
        label={t("form.reference")}
        value={sound}
        onValueChange={changes.onSoundChange}
        error={error}
      />
    </>
  );
}
