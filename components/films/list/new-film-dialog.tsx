"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { filmsAddress } from "@/components/queries/film-queries";
import { projectQueries } from "@/components/queries/project-queries";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { frameRates, type FilmAspect, type FrameRate } from "@/lib/films/film-document";
import type { FilmDto } from "@/lib/films/film-dto";
import { AspectChoice } from "./aspect-choice";
import { TitleDialog } from "./title-dialog";
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
  const { data } = useQuery(projectQueries.open());
  const { call, pending } = useFilmCall();
  const [aspect, setAspect] = useState<FilmAspect>("16:9");
  const [frameRate, setFrameRate] = useState<FrameRate>(24);
  const [project, setProject] = useState(projectId ?? "");
  async function create(title: string) {
    const body = { title, aspect, frameRate, projectId: project === "" ? null : project };
    const created = await call<FilmDto>(filmsAddress, { method: "POST", body });
    if (created) router.push(`/films/${created.answer.id}`);
  }
  return (
    <TitleDialog
      heading={t("new")}
      submitLabel={t("create")}
      title={t("untitled")}
      pending={pending}
      onSubmit={(title) => void create(title)}
      onClose={onClose}
    >
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
    </TitleDialog>
  );
}
