"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FilmDto } from "@/lib/films/film-dto";
import { titleMaxLength } from "@/lib/items/title-line";
import { useFilmCall } from "./use-film-call";

/** Asks for another title of a film. Loaded on demand, hence the default export. */
export default function RenameFilmDialog({ film, onClose }: { film: FilmDto; onClose: () => void }) {
  const t = useTranslations("films");
  const formId = useId();
  const { change, pending } = useFilmCall();
  const [title, setTitle] = useState(film.title);
  async function rename(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === "" || pending) return;
    if (title.trim() === film.title || (await change(film.id, { title: title.trim() }))) onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rename.heading")}
      closeLabel={t("cancel")}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={pending}
            disabled={title.trim() === ""}
          >
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void rename(event)}>
        <Field label={t("titleLabel")} required>
          <Input
            data-autofocus=""
            dir="auto"
            value={title}
            maxLength={titleMaxLength}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
