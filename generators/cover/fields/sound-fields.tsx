"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useController, type Control } from "react-hook-form";
import type { MediaSource } from "@/components/form/media-source";
import { ReferenceSoundField } from "@/generators/cover/reference-sound/reference-sound-field";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { coverWays, type CoverWay } from "../cover-form-values";
import type { CoverFormValues, CoverInput } from "../cover-input";

interface SoundFieldsProps {
  control: Control<CoverFormValues, unknown, CoverInput>;
  way: CoverWay;
  sound: MediaSource | undefined;
  error: string | undefined;
  onWayChange: (way: CoverWay) => void;
  onSoundChange: (sound: MediaSource | undefined) => void;
}

/** The sound to cover, and whether it is analysed first. One choice sets the fields that exclude each other. */
export function SoundFields({ control, way, sound, error, ...changes }: SoundFieldsProps) {
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
