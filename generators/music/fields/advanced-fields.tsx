"use client";

import { useTranslations } from "next-intl";
import type { Control, FieldErrors } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { FormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { MusicAudioFields } from "@/components/music/music-audio-fields";
import { MUSIC_OUTPUT_FORMATS } from "@/lib/service/contract/music-options";
import type { MusicForm, MusicFormValues, MusicInput } from "../music-input";
import { chosenFormat } from "../music-ties";

const fieldNames = [
  "audio_setting",
  "output_format",
  "aigc_watermark",
] as const satisfies (keyof MusicForm)[];

export interface AdvancedFieldsProps {
  control: Control<MusicFormValues, unknown, MusicInput>;
  values: MusicForm;
  errors: FieldErrors<MusicFormValues>;
  /** For fields that others are tied to. */
  onTiedChange: (change: Partial<MusicForm>) => void;
}

/** What most people leave alone. What cannot be chosen now says why. */
export function AdvancedFields({ control, values, errors, onTiedChange }: AdvancedFieldsProps) {
  const t = useTranslations("generators.music");
  const { stream = false, audio_setting, output_format, aigc_watermark } = values;

  /** The sound as it will come: 44.1 kHz, 256 kbit/s, mp3. */
  function summarise(): string {
    const { sample_rate, bitrate } = audio_setting ?? {};
    const facts = [
      sample_rate === undefined ? null : t("form.kilohertz", { rate: sample_rate / 1000 }),
      bitrate === undefined ? null : t("form.kilobits", { rate: bitrate / 1000 }),
      chosenFormat(values),
      output_format === "url" ? t("values.output_format.url") : null,
      aigc_watermark ? t("fields.aigc_watermark") : null,
    ];
    return facts.filter((fact) => fact !== null).join(t("form.factSeparator"));
  }

  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={fieldNames.some((name) => name in errors)}
      summary={summarise()}
    >
      <FormField control={control} name="audio_setting">
        {(field) => (
          <MusicAudioFields
            {...field}
            onValueChange={(setting) => onTiedChange({ audio_setting: setting })}
          />
        )}
      </FormField>
      <FormField control={control} name="output_format">
        {(field) => (
          <SegmentedField
            {...field}
            value={field.value ?? "hex"}
            label={t("fields.output_format")}
            hint={stream ? t("form.deliveryStreamed") : t("form.deliveryHint")}
            disabled={stream}
            options={MUSIC_OUTPUT_FORMATS.toReversed().map((value) => ({
              value,
              label: t(`values.output_format.${value}`),
            }))}
          />
        )}
      </FormField>
      <FormField control={control} name="aigc_watermark">
        {(field) => (
          <SwitchField
            {...field}
            label={t("fields.aigc_watermark")}
            hint={stream ? t("form.watermarkNeedsWhole") : t("form.watermarkHint")}
            disabled={stream}
          />
        )}
      </FormField>
    </AdvancedDrawer>
  );
}
