"use client";

import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export interface GenerationTitle {
  value: string;
  onValueChange: (title: string) => void;
  /** Suggests a title, which is taken only if the person has entered none. */
  offer: (title: string) => void;
  error: string | undefined;
}

/**
 * The title of the generation. It belongs to the page, not the form: it is stored beside the input and never sent to
 * the service. Null where a generation has no title.
 */
export const GenerationTitleContext = createContext<GenerationTitle | null>(null);

/** Names the generation. Without a title, its prompt is shown. */
export function GenerationTitleField() {
  const t = useTranslations("form.generationTitle");
  const title = use(GenerationTitleContext);
  if (!title) return null;
  return (
    <Field label={t("label")} note={t("optional")} error={title.error}>
      <Input
        name="generation-title"
        type="text"
        autoComplete="off"
        dir="auto"
        placeholder={t("placeholder")}
        value={title.value}
        onChange={(event) => title.onValueChange(event.currentTarget.value)}
      />
    </Field>
  );
}
