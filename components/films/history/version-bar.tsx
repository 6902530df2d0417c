"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import type { FilmVersionDto } from "@/lib/films/film-dto";
import type { FilmDesk } from "../desk/film-desk";
import type { FilmSaver } from "../desk/film-saver";
import { restoreVersion } from "./restore-version";

/** Above an earlier version that is looked at: which it is, and the way back or on. */
export function VersionBar({
  desk,
  saver,
  version,
  onClose,
}: {
  /** The desk of the film as it is now. */
  desk: FilmDesk;
  saver: FilmSaver;
  version: FilmVersionDto;
  onClose: () => void;
}) {
  const t = useTranslations("desk.history");
  const format = useFormatter();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);
  async function restore() {
    setPending(true);
    try {
      await restoreVersion(desk, saver, version.number);
      onClose();
    } catch (error) {
      showError(error);
      setPending(false);
    }
  }
  const when = format.dateTime(new Date(version.savedAt), "dateTime");
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-l-2 border-l-(--film) bg-panel page-x py-2 text-sm"
    >
      <p className="mr-auto min-w-0 text-text-2">
        <strong className="font-medium text-text" dir="auto">
          {version.name ?? t("versionOf", { when })}
        </strong>{" "}
        {t("by", { name: version.savedBy ?? t("formerMember") })}
      </p>
      <Button size="small" onClick={onClose}>
        {t("back")}
      </Button>
      {desk.canEdit ? (
        <Button size="small" variant="primary" pending={pending} onClick={() => void restore()}>
          {t("restore")}
        </Button>
      ) : null}
    </div>
  );
}
