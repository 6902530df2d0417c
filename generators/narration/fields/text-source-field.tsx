"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Control } from "react-hook-form";
import { FormField } from "@/components/form/form-field";
import { SegmentedField } from "@/components/form/segmented-field";
import { SpeechTextField } from "@/generators/_kit/spoken-text/speech-text-field";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/progress";
import { NARRATION_LIMITS } from "@/lib/service/contract/speech-options";
import { supportsToneTags, TONE_TAG_MODELS } from "@/lib/service/contract/speech-marks";
import { textSources, type TextSource } from "../narration-form-values";
import type { NarrationFormValues, NarrationInput } from "../narration-input";

/** Loaded when a file is to be narrated. */
const loadTextFileField = () => import("./text-file-field");

interface TextSourceFieldProps {
  control: Control<NarrationFormValues, unknown, NarrationInput>;
  source: TextSource;
  onSourceChange: (source: TextSource) => void;
  model: string;
  takesFiles: boolean;
  /** The error of a missing text, shown at the chosen source. */
  missing: string | undefined;
}

/** The choice of the source, and its field: typed text, a file, or the id of a file. */
export function TextSourceField({
  control,
  source,
  onSourceChange,
  model,
  takesFiles,
  missing,
}: TextSourceFieldProps) {
  const t = useTranslations("generators.narration");
  const format = useFormatter();
  return (
    <div className="grid gap-4">
      <SegmentedField
        label={t("form.source")}
        value={source}
        onValueChange={(chosen) => chosen && onSourceChange(chosen)}
        fill
        hint={takesFiles ? undefined : t("form.noUpload")}
        options={textSources.map((value) => ({
          value,
          label: t(`form.sources.${value}`),
          disabled: value === "text_file" && !takesFiles,
        }))}
      />
      {source === "text" ? (
        <FormField control={control} name="text">
          {(field) => (
            <SpeechTextField
              {...field}
              value={field.value ?? ""}
              maximumLength={NARRATION_LIMITS.textMaxLength}
              placeholder={t("form.textPlaceholder")}
              toneTags={{
                allowed: supportsToneTags(model),
                reason: t("form.toneTagsNeed", {
                  model,
                  allowed: format.list(TONE_TAG_MODELS, { type: "disjunction" }),
                }),
              }}
            />
          )}
        </FormField>
      ) : null}
      {source === "text_file" ? (
        <FormField control={control} name="text_file">
          {(field) => (
            <FetchedPart
              load={loadTextFileField}
              props={{ ...field, error: field.error ?? missing, model }}
              fallback={<Skeleton className="h-40 rounded-md" />}
            />
          )}
        </FormField>
      ) : null}
      {source === "text_file_id" ? (
        <FormField control={control} name="text_file_id">
          {({ name, value, onValueChange, onBlur, error }) => (
            <Field
              label={t("fields.text_file_id")}
              hint={t("form.fileIdHint")}
              error={error ?? missing}
              required
            >
              <Input
                name={name}
                value={value ?? ""}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onBlur={onBlur}
                onChange={(event) => onValueChange(event.currentTarget.value.trim() || undefined)}
              />
            </Field>
          )}
        </FormField>
      ) : null}
    </div>
  );
}
