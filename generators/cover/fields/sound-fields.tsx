"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useController, type Control, type FieldErrors } from "react-hook-form";
import { CoverWorkbench } from "@/components/cover/cover-workbench";
import type { MediaSource } from "@/components/form/media-source";
import { ReferenceSoundField } from "@/components/reference-sound/reference-sound-field";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { CoverAnalysisDto } from "@/lib/covers/cover-analysis-dto";
import { coverWays, type CoverWay } from "../cover-form-values";
import type { CoverForm, CoverFormValues, CoverInput } from "../cover-input";

export interface SoundFieldsProps {
  control: Control<CoverFormValues, unknown, CoverInput>;
  values: CoverForm;
  way: CoverWay;
  sound: MediaSource | undefined;
  errors: FieldErrors<CoverFormValues>;
  onWayChange: (way: CoverWay) => void;
  onSoundChange: (sound: MediaSource | undefined) => void;
  onAnalysed: (analysis: CoverAnalysisDto) => void;
  onLyricsChange: (lyrics: string) => void;
  onPartsChange: (hasParts: boolean) => void;
}

/** What is covered, and how: at once, or after the service has analysed it. The fields that exclude each other are one choice. */
export function SoundFields({ control, values, way, sound, errors, ...changes }: SoundFieldsProps) {
  const t = useTranslations("generators.cover");
  const inTwoSteps = way === "two-steps";
  const missing = errors.audio_url?.message ?? errors.audio_base64?.message;
  const lacksAnalysis = inTwoSteps && sound !== undefined && missing !== undefined;
  // What lacks a sound is refused at audio_url: its place among the fields is here, and so is the focus.
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
        error={lacksAnalysis ? undefined : missing}
      />
      {inTwoSteps ? (
        <CoverWorkbench
          sound={sound}
          coverFeatureId={values.cover_feature_id}
          lyrics={values.lyrics ?? ""}
          onLyricsChange={changes.onLyricsChange}
          onAnalysed={changes.onAnalysed}
          onPartsChange={changes.onPartsChange}
          error={errors.cover_feature_id?.message ?? (lacksAnalysis ? t("form.analyseFirst") : undefined)}
        />
      ) : null}
    </>
  );
}
