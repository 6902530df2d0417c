"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { createPortal } from "react-dom";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { setTitleBodySchema } from "@/lib/generations/read/generation-title";
import { titleMaxLength } from "@/lib/items/title-line";
import { useGenerationWords } from "./use-generation-words";

interface RenameDialogProps {
  generation: GenerationDto;
  onClose: () => void;
}

/**
 * Sets or removes the title of a generation; mounted while it is open. Starts with the current title,
 * selected. Needs the messages `takes` and `validation.field`.
 */
export function RenameDialog({ generation, onClose }: RenameDialogProps) {
  const t = useTranslations("takes.rename");
  const formId = useId();
  const words = useGenerationWords();
  const { rename } = useGenerationMutations();
  const before = cutToTitle(words.title(generation));
  const form = useSchemaForm(setTitleBodySchema, { title: before });

  const save = form.handleSubmit(({ title }) => {
    // Unchanged text is not saved: a prompt does not become a title by opening the dialog.
    if (title !== before) rename.mutate({ generation, title });
    onClose();
  });
  function takeAway() {
    rename.mutate({ generation, title: null });
    onClose();
  }

  // Rendered outside its opener, so that typing triggers no shortcuts of a lightbox.
  return createPortal(
    <div data-generator={generation.generator}>
      <Dialog
        open
        onClose={onClose}
        title={t("heading")}
        closeLabel={t("cancel")}
        size="small"
        footer={
          <>
            {generation.title === null ? null : (
              <Button variant="ghost" className="mr-auto -ml-3" onClick={takeAway}>
                {t("ownWords")}
              </Button>
            )}
            <Button onClick={onClose}>{t("cancel")}</Button>
            <Button type="submit" form={formId} variant="primary">
              {t("save")}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={(event) => void save(event)}>
          <Field label={t("title")} hint={t("hint")} error={form.formState.errors.title?.message}>
            <Input
              data-autofocus=""
              autoComplete="off"
              dir="auto"
              onFocus={({ currentTarget }) => currentTarget.select()}
              {...form.register("title")}
            />
          </Field>
        </form>
      </Dialog>
    </div>,
    document.body,
  );
}

/** The prompt, cut to the length of a title. */
function cutToTitle(words: string): string {
  return [...words].slice(0, titleMaxLength).join("").trim();
}
