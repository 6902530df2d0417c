"use client";

import { useTranslations } from "next-intl";
import type { FieldBinding } from "@/components/form/form-field";
import { changeSetting } from "@/generators/_kit/change-setting";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useUnits } from "@/lib/i18n/units";
import type { MusicRequest } from "@/lib/service/contract/music";
import { MUSIC_BITRATES, MUSIC_FORMATS, MUSIC_SAMPLE_RATES } from "@/lib/service/contract/music-options";

type MusicAudioSetting = NonNullable<MusicRequest["audio_setting"]>;

/**
 * The format, sample rate and bitrate of music (service.md "Music audio_setting"). Each may be left to the service;
 * only mp3 has a bitrate. Lazily loaded, hence the default export.
 */
export default function MusicAudioFields({
  name,
  value,
  onValueChange,
  onBlur,
  errors = {},
  disabled = false,
}: FieldBinding<MusicAudioSetting | undefined>) {
  const t = useTranslations("composing.audio");
  const units = useUnits();
  const isCompressed = (value?.format ?? "mp3") === "mp3";
  const nameOf = (part: string) => (name ? `${name}.${part}` : undefined);
  const left = { value: "", label: t("serviceChooses") };
  const shared = { onBlur, disabled };

  function change<Part extends keyof MusicAudioSetting>(
    part: Part,
    chosen: string,
    values: readonly unknown[],
  ) {
    const found = values.find((known) => String(known) === chosen) as MusicAudioSetting[Part];
    onValueChange(changeSetting(value, { [part]: found }));
  }

  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-5">
      <Field label={t("format")} error={errors.format}>
        <Select
          {...shared}
          name={nameOf("format")}
          value={value?.format ?? ""}
          onChange={(event) => change("format", event.currentTarget.value, MUSIC_FORMATS)}
          options={[left, ...MUSIC_FORMATS.map((format) => ({ value: format, label: format }))]}
        />
      </Field>
      <Field label={t("sampleRate")} error={errors.sample_rate}>
        <Select
          {...shared}
          name={nameOf("sample_rate")}
          value={String(value?.sample_rate ?? "")}
          onChange={(event) => change("sample_rate", event.currentTarget.value, MUSIC_SAMPLE_RATES)}
          options={[
            left,
            ...MUSIC_SAMPLE_RATES.map((rate) => ({
              value: String(rate),
              label: units.sampleRate(rate),
            })),
          ]}
        />
      </Field>
      <Field
        label={t("bitrate")}
        error={errors.bitrate}
        hint={isCompressed ? undefined : t("bitrateMp3Only")}
      >
        <Select
          {...shared}
          name={nameOf("bitrate")}
          value={String(value?.bitrate ?? "")}
          disabled={disabled || !isCompressed}
          onChange={(event) => change("bitrate", event.currentTarget.value, MUSIC_BITRATES)}
          options={[
            isCompressed ? left : { value: "", label: t("noBitrate") },
            ...MUSIC_BITRATES.map((bitrate) => ({
              value: String(bitrate),
              label: units.bitrate(bitrate),
            })),
          ]}
        />
      </Field>
    </div>
  );
}
