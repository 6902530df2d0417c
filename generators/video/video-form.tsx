"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { CameraPromptField } from "@/components/camera/camera-prompt-field";
import { firstFrameQueries } from "@/components/data/first-frame-queries";
import { findExamplePicture } from "@/components/first-frame/example-pictures";
import { FirstFrameField } from "@/components/first-frame/first-frame-field";
import { FormField } from "@/components/form/form-field";
import { ignoreSecondClick } from "@/components/form/ignore-second-click";
import type { MediaSource } from "@/components/form/media-source";
import { ModelSelect } from "@/components/form/model-select";
import { SubmitRefusal } from "@/components/form/submit-refusal";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { findFirstFrameProblems, type FirstFrameProblem } from "@/lib/media/first-frame/first-frame-problems";
import { CAMERA_MODELS, VIDEO_MODELS, VIDEO_PROMPT_MAX_LENGTH } from "@/lib/service/contract/video-modes";
import type { GeneratorFormProps } from "../_kit/generator-form";
import { AdvancedFields } from "./fields/advanced-fields";
import { ModeFields } from "./fields/mode-fields";
import { useParkedWords } from "./fields/use-parked-words";
import { VideoSubmitBar } from "./fields/video-submit-bar";
import { readVideoForm, toSentInput } from "./video-form-values";
import type { VideoForm as VideoFormFields, VideoFormValues } from "./video-input";
import { chosenDuration, settleVideo } from "./video-ties";

/** The rules come when the form is first used: it is in sight before them. */
const loadRules = async () => (await import("./video-input")).videoInputSchema;

const advancedFields = ["prompt_optimizer", "fast_pretreatment", "aigc_watermark"] as const;

/** The form of the video generator. Its rules are those of videoInputSchema, the same that server and worker parse with. */
export function VideoForm({ initialInput, features, onInputChange, onSubmit }: GeneratorFormProps) {
  const t = useTranslations("generators.video");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [start] = useState(() => readVideoForm(initialInput));
  const form = useSchemaForm(loadRules, start.form as VideoFormValues);
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as VideoFormFields;
  const [parked, setParked] = useState(start.parked);
  const [refusal, setRefusal] = useState<{ title: string; action: string } | null>(null);
  const parkedWords = useParkedWords(values, parked);
  const firstFrame: MediaSource | undefined = values.first_frame_image;
  const takesCamera = (CAMERA_MODELS as readonly string[]).includes(values.model);

  const tellChange = useEffectEvent((changed: VideoFormFields) => onInputChange(toSentInput(changed, null)));
  useEffect(() => tellChange(values), [values]);

  /** Changes a field that others are tied to: what no longer fits is put aside, what fits again comes back. */
  function changeTied(change: Partial<VideoFormFields>) {
    const before = form.getValues() as VideoFormFields;
    const settled = settleVideo({ ...before, ...change }, parked);
    for (const name of Object.keys(settled.form) as (keyof VideoFormFields)[]) {
      const next = settled.form[name] as VideoFormValues[typeof name];
      if (next !== before[name]) setValue(name, next, { shouldDirty: true });
    }
    setParked(settled.parked);
    if (formState.isSubmitted) void form.trigger();
  }

  /** What is known to be wrong with the picture needs no request to be told. */
  function listFrameProblems(): FirstFrameProblem[] {
    if (!firstFrame || !("assetId" in firstFrame)) return [];
    const { queryKey } = firstFrameQueries.report(firstFrame.assetId);
    const report = queryClient.getQueryData(queryKey);
    if (!report || report.width === null || report.height === null) return [];
    return findFirstFrameProblems({ bytes: report.bytes, width: report.width, height: report.height });
  }

  const submit = form.handleSubmit(async (input) => {
    setRefusal(null);
    const wrong = listFrameProblems().map((problem) => ({ path: "first_frame_image", ...problem }));
    if (form.showFieldProblems(wrong)) return;
    const outcome = await onSubmit(toSentInput(input as VideoFormFields, features));
    if (outcome.ok) return;
    const { code, fields } = outcome.problem;
    if (!form.showFieldProblems(fields)) setRefusal(errorText(code));
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onClickCapture={ignoreSecondClick}
      onFocus={() => void loadRules()}
      className="flex min-h-full flex-1 flex-col"
    >
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pb-6 lg:px-6">
        <FormField control={control} name="model">
          {(field) => (
            <ModelSelect
              {...field}
              onValueChange={(model) => changeTied({ model })}
              label={t("fields.model")}
              hint={parkedWords}
              options={VIDEO_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
            />
          )}
        </FormField>
        <FormField control={control} name="first_frame_image">
          {(field) => (
            <FirstFrameField
              {...field}
              value={firstFrame}
              onValueChange={(source) => field.onValueChange(source as MediaSource)}
              label={t("fields.first_frame_image")}
            />
          )}
        </FormField>
        <FormField control={control} name="prompt">
          {(field) => (
            <CameraPromptField
              {...field}
              label={t("fields.prompt")}
              maximumLength={VIDEO_PROMPT_MAX_LENGTH}
              placeholder={t("form.promptPlaceholder")}
              refusal={takesCamera ? undefined : t("form.noCamera", { model: values.model })}
              durationSeconds={chosenDuration(values)}
              startUrl={
                firstFrame && "assetId" in firstFrame ? `/api/media/${firstFrame.assetId}?width=160` : null
              }
            />
          )}
        </FormField>
        <ModeFields control={control} values={values} onTiedChange={changeTied} />
        <AdvancedFields
          control={control}
          values={values}
          features={features}
          hasError={advancedFields.some((name) => name in formState.errors)}
          onTiedChange={changeTied}
        />
      </div>
      <VideoSubmitBar
        values={values}
        pending={formState.isSubmitting}
        disabled={
          firstFrame !== undefined && "url" in firstFrame && findExamplePicture(firstFrame.url) !== null
        }
        problem={refusal ? <SubmitRefusal {...refusal} /> : null}
      />
    </form>
  );
}
