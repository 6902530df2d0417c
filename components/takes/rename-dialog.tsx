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
import { titleMaxLength } from "@/lib/generations/read/title-line";
import { useGenerationWords } from "./use-generation-words";

interface RenameDialogProps {
  generation: GenerationDto;
  onClose: () => void;
}

/**
 * Gives a generation a title, or takes it away; mounted while it is open. It begins with what the generation is called
 * now, all of it selected. Needs the messages `takes` and `validation.field`.
 */
export function RenameDialog({ generation, onClose }: RenameDialogProps) {
  const t = useTranslations("takes.rename");
  const formId = useId();
  const words = useGenerationWords();
  const { rename } = useGenerationMutations();
  const before = cutToTitle(words.title(generation));
  const form = useSchemaForm(setTitleBodySchema, { title: before });

  const save = form.handleSubmit(({ title }) => {
    // What was not changed stays as it is: own words do not become a title by being looked at.
    if (title !== before) rename.mutate({ generation, title });
    onClose();
  });
  function takeAway() {
    rename.mutate({ generation, title: null });
    onClose();
  }

  // Outside of what opened it: keys that are typed here are none of a lightbox's.
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

/** As much of its own words as a title may have. */
function cutToTitle(words: string): string {
  return [...words].slice(0, titleMaxLength).join("").trim();
}
