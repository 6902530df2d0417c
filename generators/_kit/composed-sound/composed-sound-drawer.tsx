"use client";

import { useTranslations } from "next-intl";
import type { Control, FieldErrors, FieldValues } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { FormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { useFieldWords } from "@/components/takes/use-field-words";
import { useUnits } from "@/lib/i18n/units";
import { MUSIC_OUTPUT_FORMATS } from "@/lib/service/contract/music-options";
import { MusicAudioFields } from "./music-audio-fields";
import { chosenFormat, composedSoundDrawerFields, type ComposedSoundFields } from "./composed-sound-form";

interface ComposedSoundDrawerProps<Values extends FieldValues & ComposedSoundFields, Input> {
  /** Whose words the fields have. */
  generator: "music" | "cover";
  control: Control<Values, unknown, Input>;
  values: ComposedSoundFields;
  errors: FieldErrors<Values>;
  /** For fields that others are tied to. */
  onTiedChange: (change: Pick<ComposedSoundFields, "audio_setting">) => void;
}

/** What most people leave alone. What cannot be chosen now says why. */
export function ComposedSoundDrawer<Values extends FieldValues & ComposedSoundFields, Input>({
  generator,
  control,
  values,
  errors,
  onTiedChange,
}: ComposedSoundDrawerProps<Values, Input>) {
  const t = useTranslations("composing");
  const words = useFieldWords(generator);
  const units = useUnits();
  const { stream = false, audio_setting, output_format, aigc_watermark } = values;
  // The form has more fields than these; here only these are bound.
  const bound = control as unknown as Control<ComposedSoundFields>;

  /** The sound as it will come: 44.1 kHz, 256 kbit/s, mp3. */
  function summarise(): string {
    const { sample_rate, bitrate } = audio_setting ?? {};
    const facts = [
      sample_rate === undefined ? null : units.sampleRate(sample_rate),
      bitrate === undefined ? null : units.bitrate(bitrate),
      chosenFormat(values),
      output_format === "url" ? words.value("output_format", "url") : null,
      aigc_watermark ? words.label("aigc_watermark") : null,
    ];
    return facts.filter((fact) => fact !== null).join(t("delivery.factSeparator"));
  }

  return (
    <AdvancedDrawer
      label={t("delivery.advanced")}
      hasError={composedSoundDrawerFields.some((name) => name in errors)}
      summary={summarise()}
    >
      <FormField control={bound} name="audio_setting">
        {(field) => (
          <MusicAudioFields
            {...field}
            onValueChange={(setting) => onTiedChange({ audio_setting: setting })}
          />
        )}
      </FormField>
      <FormField control={bound} name="output_format">
        {(field) => (
          <SegmentedField
            {...field}
            value={field.value ?? "hex"}
            label={words.label("output_format")}
            hint={stream ? t("delivery.deliveryStreamed") : t("delivery.deliveryHint")}
            disabled={stream}
            options={MUSIC_OUTPUT_FORMATS.toReversed().map((value) => ({
              value,
              label: words.value("output_format", value),
            }))}
          />
        )}
      </FormField>
      <FormField control={bound} name="aigc_watermark">
        {(field) => (
          <SwitchField
            {...field}
            label={words.label("aigc_watermark")}
            hint={stream ? t("delivery.watermarkNeedsWhole") : t("delivery.watermarkHint")}
            disabled={stream}
          />
        )}
      </FormField>
    </AdvancedDrawer>
  );
}
