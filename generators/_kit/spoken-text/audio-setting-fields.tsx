"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { withChosen } from "@/components/form/model-select";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useUnits } from "@/lib/i18n/units";
import {
  SPEECH_AUDIO_DEFAULTS,
  type NarrationFormat,
  type SpeechValues,
} from "@/lib/service/contract/speech-options";
import { changeSetting } from "../change-setting";
import type { AudioSetting, SampleRateField } from "./speech-values";

interface AudioSettingFieldsProps<Setting extends AudioSetting> extends FieldBinding<Setting | undefined> {
  /** The formats of the request. */
  formats: readonly NonNullable<Setting["format"]>[];
  rateField: SampleRateField;
  /** The values that the connected service accepts. */
  offered: SpeechValues;
  /** Reasons why formats cannot be chosen now. */
  disabledFormats?: Partial<Record<NarrationFormat, string>> | undefined;
}

/**
 * The format, sample rate, bitrate and channels of speech. Untouched settings are not sent. The bitrate is parked while
 * the format is not mp3.
 */
export function AudioSettingFields<Setting extends AudioSetting>({
  name,
  value,
  onValueChange,
  onBlur,
  errors = {},
  disabled = false,
  formats,
  rateField,
  offered,
  disabledFormats = {},
}: AudioSettingFieldsProps<Setting>) {
  const t = useTranslations("voices.audio");
  const format = useFormatter();
  const units = useUnits();
  const [parkedBitrate, setParkedBitrate] = useState<number | undefined>();
  const change = (part: AudioSetting) => onValueChange(changeSetting(value, part as Partial<Setting>));
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);
  const isMp3 = (value?.format ?? SPEECH_AUDIO_DEFAULTS.format) === "mp3";
  const sampleRate = value?.[rateField] ?? SPEECH_AUDIO_DEFAULTS.sampleRate;
  const bitrate = value?.bitrate ?? SPEECH_AUDIO_DEFAULTS.bitrate;
  const refused = formats.filter((candidate) => disabledFormats[candidate] !== undefined);

  function chooseFormat(chosen: NarrationFormat) {
    if (chosen === "mp3") {
      change({ format: chosen, bitrate: value?.bitrate ?? parkedBitrate });
    } else {
      setParkedBitrate(value?.bitrate);
      change({ format: chosen, bitrate: undefined });
    }
  }

  /** Each reason with its formats. */
  function describeRefused(): string {
    const byReason = Map.groupBy(refused, (candidate) => disabledFormats[candidate] ?? "");
    return [...byReason]
      .map(([reason, formats]) => t("refused", { reason, formats: format.list(formats) }))
      .join(" ");
  }

  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-5">
      <Field
        label={t("format")}
        error={errors.format}
        hint={refused.length > 0 ? describeRefused() : undefined}
      >
        <Select
          name={nameOf("format")}
          value={value?.format ?? SPEECH_AUDIO_DEFAULTS.format}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(event) => chooseFormat(event.currentTarget.value as NarrationFormat)}
          options={formats.map((candidate) => ({
            value: candidate,
            label: candidate,
            disabled: disabledFormats[candidate] !== undefined,
          }))}
        />
      </Field>
      <Field label={t("sampleRate")} error={errors[rateField]}>
        <Select
          name={nameOf(rateField)}
          value={sampleRate}
          disabled={disabled}
          onBlur={onBlur}
          onChange={(event) => change({ [rateField]: Number(event.currentTarget.value) })}
          options={withChosen(offered.sample_rate, sampleRate).map((rate) => ({
            value: String(rate),
            label: units.sampleRate(rate),
          }))}
          note={sampleRate === SPEECH_AUDIO_DEFAULTS.sampleRate ? t("standard") : undefined}
        />
      </Field>
      <Field label={t("bitrate")} error={errors.bitrate} hint={isMp3 ? undefined : t("bitrateMp3Only")}>
        <Select
          name={nameOf("bitrate")}
          value={isMp3 ? bitrate : ""}
          disabled={disabled || !isMp3}
          onBlur={onBlur}
          onChange={(event) => change({ bitrate: Number(event.currentTarget.value) })}
          options={[
            ...(isMp3 ? [] : [{ value: "", label: t("noBitrate") }]),
            ...withChosen(offered.bitrate, bitrate).map((rate) => ({
              value: String(rate),
              label: units.bitrate(rate),
            })),
          ]}
          note={isMp3 && bitrate === SPEECH_AUDIO_DEFAULTS.bitrate ? t("standard") : undefined}
        />
      </Field>
      <SegmentedField
        label={t("channel")}
        error={errors.channel}
        disabled={disabled}
        fill
        value={String(value?.channel ?? SPEECH_AUDIO_DEFAULTS.channel)}
        onValueChange={(channel) => change({ channel: Number(channel) })}
        options={[
          { value: "1", label: t("mono") },
          { value: "2", label: t("stereo") },
        ]}
      />
    </div>
  );
}
