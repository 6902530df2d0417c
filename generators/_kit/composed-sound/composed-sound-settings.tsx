"use client";

import { useTranslations } from "next-intl";
import type { Control, FieldErrors, FieldValues } from "react-hook-form";
import { AdvancedDrawer, LateFields } from "@/components/form/advanced-drawer";
import { useFormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SwitchField } from "@/components/form/switch-field";
import { useFieldWords } from "@/components/takes/use-field-words";
import { useUnits } from "@/lib/i18n/units";
import { MUSIC_OUTPUT_FORMATS } from "@/lib/service/contract/music-options";
import { chosenFormat, type ComposedSoundFields } from "./composed-sound-form";

interface ComposedSoundSettingsProps<Values extends FieldValues & ComposedSoundFields, Input> {
  generator: string;
  control: Control<Values, unknown, Input>;
  values: ComposedSoundFields;
  errors: FieldErrors<Values>;
  /** Names the fields parked by streaming. */
  parkedByStream: string | undefined;
  /** Changes fields that others depend on. */
  onTiedChange: (change: ComposedSoundFields) => void;
}

const loadAudioFields = () => import("./music-audio-fields");

const drawerFields = ["audio_setting", "output_format", "aigc_watermark"] as const;

/** How the sound is made and sent: streaming, and a drawer with the rest. A disabled field says why. */
export function ComposedSoundSettings<Values extends FieldValues & ComposedSoundFields, Input>({
  generator,
  control,
  values,
  errors,
  parkedByStream,
  onTiedChange,
}: ComposedSoundSettingsProps<Values, Input>) {
  const t = useTranslations("composing");
  const words = useFieldWords(generator);
  const units = useUnits();
  const { stream = false, audio_setting, output_format, aigc_watermark } = values;
  // Only these fields of the form are bound here.
  const bound = control as unknown as Control<ComposedSoundFields>;

  /** For example `44.1 kHz, 256 kbit/s, mp3`. */
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

  const outputFormatField = useFormField(bound, "output_format");

  return (
    <>
      <SwitchField
        {...useFormField(bound, "stream")}
        onValueChange={(on) => onTiedChange({ stream: on })}
        label={words.label("stream")}
        hint={
          parkedByStream ? t("delivery.parkedByStream", { fields: parkedByStream }) : t("delivery.streamHint")
        }
      />
      <AdvancedDrawer
        label={t("delivery.advanced")}
        hasError={drawerFields.some((name) => name in errors)}
        summary={summarise()}
      >
        <LateFields
          load={loadAudioFields}
          props={{
            ...useFormField(bound, "audio_setting"),
            onValueChange: (audio_setting) => onTiedChange({ audio_setting }),
          }}
        />
        <SegmentedField
          {...outputFormatField}
          value={outputFormatField.value ?? "hex"}
          label={words.label("output_format")}
          hint={stream ? t("delivery.deliveryStreamed") : t("delivery.deliveryHint")}
          disabled={stream}
          options={MUSIC_OUTPUT_FORMATS.toReversed().map((value) => ({
            value,
            label: words.value("output_format", value),
          }))}
        />
        <SwitchField
          {...useFormField(bound, "aigc_watermark")}
          label={words.label("aigc_watermark")}
          hint={stream ? t("delivery.watermarkNeedsWhole") : t("delivery.watermarkHint")}
          disabled={stream}
        />
      </AdvancedDrawer>
    </>
  );
}
