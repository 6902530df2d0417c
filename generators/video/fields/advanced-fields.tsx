"use client";

import { useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { useFormField } from "@/components/form/form-field";
import { SwitchField } from "@/components/form/switch-field";
import type { FormFeatures } from "@/components/generators";
import type { VideoForm, VideoFormValues, VideoInput } from "../video-input";
import { whyNoPretreatment } from "../video-ties";

interface AdvancedFieldsProps {
  control: Control<VideoFormValues, unknown, VideoInput>;
  values: VideoForm;
  features: FormFeatures | null;
  hasError: boolean;
  onTiedChange: (change: Partial<VideoForm>) => void;
}

/** Rarely used fields. A disabled one says why. */
export function AdvancedFields({ control, values, features, hasError, onTiedChange }: AdvancedFieldsProps) {
  const t = useTranslations("generators.video");
  const offered = features?.fields.video;
  const hasPretreatment = offered?.fast_pretreatment !== false;
  const hasWatermark = offered?.aigc_watermark !== false;
  const obstacle = whyNoPretreatment(values);
  const pretreatmentHint = {
    model: t("form.pretreatmentNeedsModel", { model: values.model }),
    optimizer: t("form.pretreatmentNeedsOptimizer"),
    none: t("form.pretreatmentHint"),
  }[obstacle ?? "none"];
  const promptOptimizerField = useFormField(control, "prompt_optimizer");

  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={hasError}
      summary={t("form.advancedSummary", {
        optimizer: String(values.prompt_optimizer !== false),
        watermark: String(Boolean(values.aigc_watermark)),
      })}
    >
      <SwitchField
        {...promptOptimizerField}
        value={promptOptimizerField.value ?? true}
        onValueChange={(prompt_optimizer) => onTiedChange({ prompt_optimizer })}
        label={t("fields.prompt_optimizer")}
        hint={t("form.optimizerHint")}
      />
      <SwitchField
        {...useFormField(control, "fast_pretreatment")}
        onValueChange={(fast_pretreatment) => onTiedChange({ fast_pretreatment })}
        label={t("fields.fast_pretreatment")}
        hint={hasPretreatment ? pretreatmentHint : t("form.notOffered")}
        disabled={!hasPretreatment || obstacle !== null}
      />
      <SwitchField
        {...useFormField(control, "aigc_watermark")}
        label={t("fields.aigc_watermark")}
        hint={hasWatermark ? t("form.watermarkHint") : t("form.notOffered")}
        disabled={!hasWatermark}
      />
    </AdvancedDrawer>
  );
}
