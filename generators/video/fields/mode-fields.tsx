"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { useFormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { useUnits } from "@/lib/i18n/units";
import { defaultVideoResolution } from "@/lib/service/contract/video-modes";
import type { VideoForm, VideoFormValues, VideoInput } from "../video-input";
import {
  chosenDuration,
  chosenResolution,
  listDurations,
  listModelDurations,
  listResolutions,
} from "../video-ties";

interface ModeFieldsProps {
  control: Control<VideoFormValues, unknown, VideoInput>;
  values: VideoForm;
  onTiedChange: (change: Partial<VideoForm>) => void;
}

/** The resolutions and durations of the model that go together. */
export function ModeFields({ control, values, onTiedChange }: ModeFieldsProps) {
  const t = useTranslations("generators.video");
  const units = useUnits();
  const { model } = values;
  const resolution = chosenResolution(values);
  const duration = chosenDuration(values);
  const durations = listModelDurations(model);
  const resolutionsTaken = listResolutions(model).filter(
    (each) => !listDurations(model, each).includes(duration),
  );
  const durationsTaken = durations.filter((each) => !listDurations(model, resolution).includes(each));
  const isDefault = resolution === defaultVideoResolution(model);

  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 max-[26rem]:grid-cols-1">
      <SegmentedField
        {...useFormField(control, "resolution")}
        value={resolution}
        onValueChange={(chosen) => onTiedChange({ resolution: chosen })}
        fill
        label={t("fields.resolution")}
        hint={
          resolutionsTaken.length > 0
            ? t("form.resolutionNeedsDuration", { resolution: resolutionsTaken.join(", ") })
            : isDefault
              ? t("form.default")
              : undefined
        }
        options={listResolutions(model).map((value) => ({
          value,
          label: value,
          disabled: resolutionsTaken.includes(value),
        }))}
      />
      <SegmentedField
        {...useFormField(control, "duration")}
        value={String(duration)}
        onValueChange={(chosen) => onTiedChange({ duration: Number(chosen) })}
        fill
        label={t("fields.duration")}
        hint={
          durations.length === 1
            ? t("form.onlyDuration", { model, seconds: durations[0] ?? duration })
            : durationsTaken.length > 0
              ? t("form.durationNeedsResolution", { seconds: durationsTaken[0] ?? duration, resolution })
              : undefined
        }
        options={durations.map((seconds) => ({
          value: String(seconds),
          label: units.exact(seconds),
          disabled: durationsTaken.includes(seconds),
        }))}
      />
    </div>
  );
}
