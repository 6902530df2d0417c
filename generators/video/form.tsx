"use client";

import { useQueryClient, useQuery } from "@tanstack/react-query";
import { useTranslations, useFormatter } from "next-intl";
import { useState } from "react";
import { CameraPromptField } from "./camera/camera-prompt-field";
import { firstFrameQueries } from "./first-frame/first-frame-queries";
import { findExamplePicture } from "./first-frame/example-pictures";
import { FirstFrameField } from "./first-frame/first-frame-field";
import { useFormField } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { ModelSelect } from "@/components/form/model-select";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { findFirstFrameProblems } from "./first-frame/first-frame-problems";
import {
  supportsCamera,
  VIDEO_MODELS,
  VIDEO_PROMPT_MAX_LENGTH,
  defaultVideoResolution,
} from "@/lib/service/contract/video-modes";
import type { GeneratorFormProps, FormFeatures } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectUsage } from "./expect-usage";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { listParked, type ParkedValues } from "../_kit/field-ties";
import { useTiedFields } from "../_kit/use-tied-fields";
import { readVideoForm, toSentInput } from "./video-form-values";
import type { VideoForm, VideoFormValues, VideoInput } from "./video-input";
import {
  chosenDuration,
  chosenResolution,
  videoTies,
  listDurations,
  listModelDurations,
  listResolutions,
  whyNoPretreatment,
} from "./video-ties";
import { useUnits } from "@/lib/i18n/units";
import { callbackQueries } from "@/components/queries/callback-queries";
import { WhyNoCallback } from "@/components/takes/callback-wait";
import { Notice } from "@/components/ui/notice";
import type { Control } from "react-hook-form";
import { SegmentedField } from "@/components/form/segmented-field";
import { AdvancedDrawer } from "@/components/form/advanced-drawer";
import { SwitchField } from "@/components/form/switch-field";

const loadRules = async () => (await import("./video-input")).videoInputSchema;

const advancedFields = ["prompt_optimizer", "fast_pretreatment", "aigc_watermark"] as const;

export default function VideoForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.video");
  const tCamera = useTranslations("camera");
  const queryClient = useQueryClient();
  const [start] = useState(() => readVideoForm(initialInput));
  const generatorForm = useGeneratorForm({
    loadRules,
    expectUsage,
    start: start.form,
    features,
    toSentInput,
    findProblems: listFrameProblems,
    onInputChange,
    onSubmit,
  });
  const { control, values, errors, layout } = generatorForm;
  const { parked, changeTied } = useTiedFields("video", generatorForm, videoTies, start.parked);
  const parkedWords = useParkedWords(values, parked);
  const firstFrame: MediaSource | undefined = values.first_frame_image;

  /** Reports known problems of the picture without a request. */
  function listFrameProblems({ first_frame_image: frame }: VideoForm): FieldProblem[] {
    if (!frame || !("assetId" in frame)) return [];
    const { queryKey } = firstFrameQueries.report(frame.assetId);
    const report = queryClient.getQueryData(queryKey);
    if (!report || report.width === null || report.height === null) return [];
    const { bytes, width, height } = report;
    return findFirstFrameProblems({ bytes, width, height }).map((problem) => ({
      path: "first_frame_image",
      ...problem,
    }));
  }

  const firstFrameImageField = useFormField(control, "first_frame_image");

  return (
    <GeneratorFormLayout
      {...layout}
      generator="video"
      model={values.model}
      label={t("form.submit")}
      summary={t.rich("form.summary", {
        strong,
        seconds: chosenDuration(values),
        resolution: chosenResolution(values),
      })}
      disabled={
        firstFrame !== undefined && "url" in firstFrame && findExamplePicture(firstFrame.url) !== null
      }
    >
      <ModelSelect
        {...useFormField(control, "model")}
        onValueChange={(model) => changeTied({ model })}
        label={t("fields.model")}
        hint={parkedWords}
        options={VIDEO_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <FirstFrameField
        {...firstFrameImageField}
        value={firstFrame}
        onValueChange={(source) => firstFrameImageField.onValueChange(source as MediaSource)}
        label={t("fields.first_frame_image")}
      />
      <CameraPromptField
        {...useFormField(control, "prompt")}
        label={t("fields.prompt")}
        maximumLength={VIDEO_PROMPT_MAX_LENGTH}
        placeholder={t("form.promptPlaceholder")}
        refusal={supportsCamera(values.model) ? undefined : tCamera("unsupported", { model: values.model })}
        durationSeconds={chosenDuration(values)}
        startUrl={firstFrame && "assetId" in firstFrame ? `/api/media/${firstFrame.assetId}?width=160` : null}
      />
      <ModeFields control={control} values={values} onTiedChange={changeTied} />
      <AdvancedFields
        control={control}
        values={values}
        features={features}
        hasError={advancedFields.some((name) => name in errors)}
        onTiedChange={changeTied}
      />
      <CallbackOutlook features={features} />
    </GeneratorFormLayout>
  );
}

/** Names the values parked because of the model; undefined if there are none. */
function useParkedWords(values: VideoForm, parked: ParkedValues<typeof videoTies>): string | undefined {
  const t = useTranslations("generators.video");
  const format = useFormatter();
  const units = useUnits();
  const fields = listParked(videoTies, values, { parked, causedBy: "model" });
  if (fields.length === 0) return undefined;
  const named = {
    resolution: () => parked.resolution ?? "",
    duration: () => units.exact(parked.duration ?? 0),
    fast_pretreatment: () => t("fields.fast_pretreatment"),
  };
  return t("form.parked", { fields: format.list(fields.map((field) => named[field]())) });
}

/** Shown before sending if the service has no task query: says whether callbacks reach the studio. */
function CallbackOutlook({ features }: { features: FormFeatures | null }) {
  const t = useTranslations("takes.pending.onlyCallback");
  const isOnlyWay = features !== null && !features.endpoints.videoQuery;
  const { data } = useQuery({ ...callbackQueries.status(), enabled: isOnlyWay });
  if (!isOnlyWay || !data) return null;
  const isTold = data.reason === "told";
  return (
    <Notice tone={isTold ? "neutral" : "warning"} title={t("title")}>
      {isTold ? (
        t("before")
      ) : (
        <>
          {t("beforeLost")} <WhyNoCallback />
        </>
      )}
    </Notice>
  );
}

interface ModeFieldsProps {
  control: Control<VideoFormValues, unknown, VideoInput>;
  values: VideoForm;
  onTiedChange: (change: Partial<VideoForm>) => void;
}

/** The resolutions and durations of the model that go together. */
function ModeFields({ control, values, onTiedChange }: ModeFieldsProps) {
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

interface AdvancedFieldsProps {
  control: Control<VideoFormValues, unknown, VideoInput>;
  values: VideoForm;
  features: FormFeatures | null;
  hasError: boolean;
  onTiedChange: (change: Partial<VideoForm>) => void;
}

/** Rarely used fields. A disabled one says why. */
function AdvancedFields({ control, values, features, hasError, onTiedChange }: AdvancedFieldsProps) {
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
