"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, Folder, HardDrive, MicVocal } from "lucide-react";
import { useTranslations } from "next-intl";
import { itemQueries } from "@/components/queries/item-queries";
import { projectQueries } from "@/components/queries/project-queries";
import { voiceQueries } from "@/components/queries/voice-queries";
import { nameVoices } from "@/components/voices/name-voices";
import { useUnits } from "@/lib/i18n/units";
import { FilterMenu, type FilterProps } from "./filter-menu";

/** The filters that are used less: those that are set, or all. Loaded on demand, hence the default export. */
export default function MoreFilters({ view, onShow, all }: FilterProps & { all: boolean }) {
  const filter = { view, onShow };
  return (
    <>
      {all || view.voice ? <VoiceFilter {...filter} /> : null}
      {all || view.project ? <ProjectFilter {...filter} /> : null}
      {all || view.minBytes || view.maxBytes ? <SizeFilter {...filter} /> : null}
      {all || view.sandbox ? <SandboxFilter {...filter} /> : null}
    </>
  );
}

function VoiceFilter({ view: { voice }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const { data: facets } = useQuery(itemQueries.facets());
  const voiceIds = [...new Set([...(facets?.voices ?? []), ...(voice ? [voice] : [])])];
  const { data: known } = useQuery({ ...voiceQueries.list(null), enabled: voiceIds.length > 0 });
  const names = nameVoices(voiceIds, known?.voices ?? []);
  const nameOf = (voiceId: string | undefined) => (voiceId && names.get(voiceId)) ?? t("anyVoice");
  const byName = voiceIds.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return (
    <FilterMenu
      label={t("voice")}
      icon={<MicVocal aria-hidden />}
      value={nameOf(voice)}
      isSet={voice !== undefined}
      onRemove={() => onShow({ voice: undefined })}
      options={[undefined, ...byName].map((each) => ({
        label: nameOf(each),
        isChosen: voice === each,
        onChoose: () => onShow({ voice: each }),
      }))}
      more={facets?.voices.length === 0 ? [{ kind: "heading", label: t("noVoices") }] : []}
    />
  );
}

/** The projects that the person may add to: only these have items of theirs. */
function ProjectFilter({ view: { project }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const { data: open } = useQuery(projectQueries.open());
  const { data: chosen, isError } = useQuery({
    ...projectQueries.detail(project ?? ""),
    enabled: project !== undefined,
  });
  return (
    <FilterMenu
      label={t("project")}
      icon={<Folder aria-hidden />}
      value={
        project === undefined
          ? t("anyProject")
          : isError
            ? t("missingProject")
            : (chosen?.title ?? t("project"))
      }
      isSet={project !== undefined}
      onRemove={() => onShow({ project: undefined })}
      options={[
        {
          label: t("anyProject"),
          isChosen: project === undefined,
          onChoose: () => onShow({ project: undefined }),
        },
        ...(open?.projects ?? []).map(({ id, title }) => ({
          label: title,
          isChosen: project === id,
          onChoose: () => onShow({ project: id }),
        })),
      ]}
      more={open?.projects.length === 0 ? [{ kind: "heading", label: t("noProjects") }] : []}
    />
  );
}

/** Filters of sizes, in bytes. */
const sizes: readonly { min?: number; max?: number }[] = [
  { max: 1e6 },
  { min: 1e6, max: 10e6 },
  { min: 10e6, max: 100e6 },
  { min: 100e6 },
];

function SizeFilter({ view: { minBytes: min, maxBytes: max }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const units = useUnits();

  function nameSize({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
    if (min === undefined) return max === undefined ? t("anySize") : t("upTo", { length: units.bytes(max) });
    if (max === undefined) return t("sizeAtLeast", { size: units.bytes(min) });
    return t("lengthBetween", { from: units.bytes(min), until: units.bytes(max) });
  }

  return (
    <FilterMenu
      label={t("size")}
      icon={<HardDrive aria-hidden />}
      value={nameSize({ min, max })}
      isSet={min !== undefined || max !== undefined}
      onRemove={() => onShow({ minBytes: undefined, maxBytes: undefined })}
      options={[{}, ...sizes].map((size) => ({
        label: nameSize(size),
        isChosen: size.min === min && size.max === max,
        onChoose: () => onShow({ minBytes: size.min, maxBytes: size.max }),
      }))}
    />
  );
}

function SandboxFilter({ view: { sandbox }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const nameOrigin = (value: "true" | "false" | undefined) =>
    value === undefined ? t("anyOrigin") : value === "true" ? t("sandbox") : t("service");
  return (
    <FilterMenu
      label={t("origin")}
      icon={<FlaskConical aria-hidden />}
      value={nameOrigin(sandbox)}
      isSet={sandbox !== undefined}
      onRemove={() => onShow({ sandbox: undefined })}
      options={([undefined, "false", "true"] as const).map((value) => ({
        label: nameOrigin(value),
        isChosen: sandbox === value,
        onChoose: () => onShow({ sandbox: value }),
      }))}
    />
  );
}
