"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { countCodePoints } from "@/lib/service/contract/text";
import { textFileQueries } from "./text-file-queries";
import { FormField, useFormField } from "@/components/form/form-field";
import { ModelSelect } from "@/components/form/model-select";
import { NARRATION_MODELS, SPEECH_VALUES } from "@/lib/service/contract/speech-options";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import type { GeneratorFormProps } from "@/components/generators";
import { GeneratorFormLayout, strong } from "../_kit/generator-form-layout";
import { expectUsage } from "./expect-usage";
import { useGeneratorForm } from "../_kit/use-generator-form";
import { chosenFormat } from "../_kit/spoken-text/spoken-ties";
import { useTiedFields } from "../_kit/use-tied-fields";
import { TextSourceField } from "./fields/text-source-field";
import type { NarrationForm, NarrationFormValues } from "./narration-input";
import {
  chooseSource,
  readNarrationForm,
  textSources,
  toSentInput,
  type ParkedSources,
  type TextSource,
  narrationTies,
} from "./narration-form-values";
import { bindPart } from "../_kit/change-setting";
import { VoiceField } from "@/components/voices/voice-field";
import { VoiceSettingFields } from "../_kit/spoken-text/voice-setting-fields";
import type { FieldErrors } from "react-hook-form";
import { AdvancedDrawer, LateFields } from "@/components/form/advanced-drawer";
import type { AdvancedFieldsProps } from "./advanced-fields";

const loadAdvancedFields = () => import("./advanced-fields");
const loadRules = async () => (await import("./narration-input")).narrationInputSchema;

export default function NarrationForm({
  initialInput,
  features,
  onInputChange,
  onSubmit,
}: GeneratorFormProps) {
  const t = useTranslations("generators.narration");
  // Without a connection the defaults apply.
  const offered = features?.values.speech ?? SPEECH_VALUES;
  const [start] = useState(() => readNarrationForm(initialInput));
  const [source, setSource] = useState(start.source);
  const [parkedSources, setParkedSources] = useState<ParkedSources>({});
  const generatorForm = useGeneratorForm({
    loadRules,
    expectUsage,
    start: start.form,
    toSentInput,
    findProblems: (form) => findSpeechValueProblems(form, offered),
    onInvalid: ({ text }) => {
      // The rule that requires a text names the field `text`, which other sources do not show.
      if (text && source !== "text") document.querySelector<HTMLElement>(`[name="${source}"]`)?.focus();
    },
    onInputChange,
    onSubmit,
  });
  const { form, control, values, errors, layout } = generatorForm;
  const { parked, changeTied, nameParked } = useTiedFields(
    "narration",
    generatorForm,
    narrationTies,
    start.parked,
  );
  const parkedByModel = nameParked("model");

  function changeSource(chosen: TextSource) {
    const switched = chooseSource(generatorForm.readNow(), parkedSources, chosen);
    for (const name of textSources) form.clearErrors(name);
    for (const name of textSources) form.setValue(name, switched.form[name], { shouldDirty: true });
    setParkedSources(switched.parked);
    setSource(chosen);
  }

  return (
    <GeneratorFormLayout
      {...layout}
      generator="narration"
      model={values.model}
      label={t("form.submit")}
      summary={<Summary values={values} />}
    >
      <ModelSelect
        {...useFormField(control, "model")}
        onValueChange={(model) => changeTied({ model })}
        label={t("fields.model")}
        hint={parkedByModel && t("form.parkedByModel", { fields: parkedByModel })}
        options={NARRATION_MODELS.map((model) => ({ value: model, note: t(`models.${model}`) }))}
      />
      <TextSourceField
        control={control}
        source={source}
        onSourceChange={changeSource}
        model={values.model}
        takesFiles={features?.endpoints.fileUpload !== false}
        missing={errors.text?.message}
      />
      <FormField control={control} name="voice_setting">
        {(field) => (
          <>
            <VoiceField {...bindPart(field, "voice_id")} model={values.model} />
            <VoiceSettingFields {...field} model={values.model} offered={offered} offersNormalization />
          </>
        )}
      </FormField>
      <AdvancedSettings
        control={control}
        values={values}
        offered={offered}
        errors={errors}
        parked={parked}
        onTiedChange={changeTied}
      />
    </GeneratorFormLayout>
  );
}

/** What the form sends; the characters of a file are counted once it is uploaded. */
function Summary({
  values,
}: {
  values: Pick<NarrationForm, "text" | "text_file" | "text_file_id" | "audio_setting">;
}) {
  const t = useTranslations("generators.narration.form");
  const { text, text_file } = values;
  const report = useQuery({
    ...textFileQueries.report(text_file?.assetId ?? ""),
    enabled: text_file !== undefined,
  });
  const format = chosenFormat(values);
  if (text !== undefined) return t.rich("summary", { strong, count: countCodePoints(text), format });
  if (text_file === undefined) return t(values.text_file_id ? "summaryFileId" : "summaryNothing", { format });
  if (!report.data) return t("summaryFile", { format });
  const { characters, texts } = report.data;
  return t.rich("summaryTexts", { strong, count: characters, texts, format });
}

const fieldNames = [
  "language_boost",
  "pronunciation_dict",
  "audio_setting",
  "voice_modify",
  "aigc_watermark",
] as const satisfies (keyof NarrationForm)[];

interface AdvancedSettingsProps extends AdvancedFieldsProps {
  errors: FieldErrors<NarrationFormValues>;
}

/** Rarely used fields, and which of them are set. */
function AdvancedSettings({ errors, ...fields }: AdvancedSettingsProps) {
  const t = useTranslations("generators.narration");
  const format = useFormatter();
  const set = fieldNames
    .filter((name) => fields.values[name] !== undefined && fields.values[name] !== false)
    .map((name) => t(`fields.${name}`));
  return (
    <AdvancedDrawer
      label={t("form.advanced")}
      hasError={fieldNames.some((name) => name in errors)}
      summary={set.length > 0 ? format.list(set) : t("form.advancedNone")}
    >
      <LateFields load={loadAdvancedFields} props={fields} />
    </AdvancedDrawer>
  );
}
