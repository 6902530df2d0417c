"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmAddress, filmQueries } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Menu } from "@/components/ui/menu";
import type { FilmVersionDto } from "@/lib/films/film-dto";
import type { FilmDesk } from "../desk/film-desk";
import type { FilmSaver } from "../desk/film-saver";
import { restoreVersion } from "./restore-version";

const nameMaxLength = 60;

interface VersionRowProps {
  desk: FilmDesk;
  saver: FilmSaver;
  version: FilmVersionDto;
  isNewest: boolean;
  onLook: () => void;
  onRestored: () => void;
}

/** A saved version: when and by whom, its name, and what is done with it. */
export function VersionRow({ desk, saver, version, isNewest, onLook, onRestored }: VersionRowProps) {
  const t = useTranslations("desk.history");
  const format = useFormatter();
  const showError = useErrorToast();
  const [isNaming, setNaming] = useState(false);
  const when = format.dateTime(new Date(version.savedAt), "dateTimeWithSeconds");
  const restore = () =>
    void restoreVersion(desk, saver, version.number).then(onRestored, (error: unknown) => showError(error));
  return (
    <li className="rounded-md px-2 py-2 hover:bg-raised">
      {isNaming ? (
        <VersionName desk={desk} version={version} onClose={() => setNaming(false)} />
      ) : (
        <div className="flex items-center gap-2">
          <button type="button" onClick={onLook} className="min-w-0 flex-1 rounded-sm text-left">
            <span className="block truncate text-sm font-medium" dir="auto">
              {version.name ?? when}
            </span>
            <span className="block truncate text-xs text-text-3">
              {[
                version.name === null ? null : when,
                t("by", { name: version.savedBy ?? t("formerMember") }),
                isNewest ? t("newest") : null,
              ]
                .filter((fact) => fact !== null)
                .join(t("separator"))}
            </span>
          </button>
          <Menu
            label={t("menu", { version: version.name ?? when })}
            variant="ghost"
            size="icon-small"
            items={[
              { label: t("look"), onSelect: onLook },
              ...(desk.canEdit
                ? [
                    {
                      label: version.name === null ? t("name") : t("rename"),
                      onSelect: () => setNaming(true),
                    },
                    ...(isNewest ? [] : [{ label: t("restore"), onSelect: restore }]),
                  ]
                : []),
            ]}
          >
            <Ellipsis aria-hidden />
          </Menu>
        </div>
      )}
    </li>
  );
}

function VersionName({
  desk,
  version,
  onClose,
}: {
  desk: FilmDesk;
  version: FilmVersionDto;
  onClose: () => void;
}) {
  const t = useTranslations("desk.history");
  const client = useQueryClient();
  const showError = useErrorToast();
  const [name, setName] = useState(version.name ?? "");
  const [pending, setPending] = useState(false);
  const { id } = desk.read().film;
  async function save(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    try {
      await apiFetch(`${filmAddress(id)}/versions/${version.number}`, {
        method: "PATCH",
        body: { name: name.trim() === "" ? null : name.trim() },
      });
      onClose();
    } catch (error) {
      showError(error);
      setPending(false);
    }
    await client.invalidateQueries({ queryKey: filmQueries.versions(id).queryKey });
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex gap-2">
      <Input
        autoFocus
        dir="auto"
        aria-label={t("nameLabel")}
        placeholder={t("nameLabel")}
        maxLength={nameMaxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }}
      />
      <Button type="submit" pending={pending}>
        {t("save")}
      </Button>
    </form>
  );
}
