"use client";

import { useTranslations } from "next-intl";
import { createContext, use } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export interface GenerationTitle {
  value: string;
  onValueChange: (title: string) => void;
  /** Takes a title that something else has found, where the person has given none. */
  offer: (title: string) => void;
  error: string | undefined;
}

/**
 * The title of what a form makes: the page's, not the form's, since it stands beside the input and is never sent to the
 * service. Null where what is made has none.
 */
export const GenerationTitleContext = createContext<GenerationTitle | null>(null);

/** Names what is made from the start; without one it goes by its prompt. */
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
