"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { filmsAddress } from "@/components/queries/film-queries";
import { projectQueries } from "@/components/queries/project-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { frameRates, type FilmAspect, type FrameRate } from "@/lib/films/film-document";
import type { FilmDto } from "@/lib/films/film-dto";
import { titleMaxLength } from "@/lib/items/title-line";
import { AspectChoice } from "./aspect-choice";
import { useFilmCall } from "./use-film-call";

/** Asks for title, aspect, frame rate and project of a new film, and opens it. Loaded on demand, hence the default export. */
export default function NewFilmDialog({
  projectId = null,
  onClose,
}: {
  /** The project that is chosen at first. */
  projectId?: string | null;
  onClose: () => void;
}) {
  const t = useTranslations("films");
  const router = useRouter();
  const formId = useId();
  const { data } = useQuery(projectQueries.open());
  const { call, pending } = useFilmCall();
  const [title, setTitle] = useState(t("untitled"));
  const [aspect, setAspect] = useState<FilmAspect>("16:9");
  const [frameRate, setFrameRate] = useState<FrameRate>(24);
  const [project, setProject] = useState(projectId ?? "");
  async function create(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === "" || pending) return;
    const body = { title: title.trim(), aspect, frameRate, projectId: project === "" ? null : project };
    const created = await call<FilmDto>(filmsAddress, { method: "POST", body });
    if (created) router.push(`/films/${created.answer.id}`);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("new")}
      closeLabel={t("cancel")}
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
            {t("create")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void create(event)} className="grid gap-5">
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
        <Field as="group" label={t("aspect")}>
          <AspectChoice value={aspect} onValueChange={setAspect} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field as="group" label={t("frameRate")}>
            <SegmentedControl
              fill
              value={String(frameRate)}
              onValueChange={(value) => setFrameRate(Number(value) as FrameRate)}
              options={frameRates.map((rate) => ({ value: String(rate), label: String(rate) }))}
            />
          </Field>
          <Field label={t("project")}>
            <Select
              value={project}
              onChange={(event) => setProject(event.currentTarget.value)}
              options={[
                { value: "", label: t("noProject") },
                ...(data?.projects ?? []).map(({ id, title: name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        </div>
      </form>
    </Dialog>
  );
}
