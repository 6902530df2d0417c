"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LoadFailed } from "@/components/takes/load-failed";
import { filmExports } from "@/components/queries/film-export-queries";
import { isActiveExport } from "@/lib/films/export-dto";
import { useDesk } from "../desk/use-desk";
import { ActiveExport } from "./active-export";
import { EndedExport } from "./ended-export";

/** The exports of the film: what runs, and what has ended. */
export function ExportList() {
  const t = useTranslations("desk.export");
  const id = useDesk(({ film }) => film.id);
  const { data, isError, refetch } = useQuery(filmExports(id));
  const active = data?.exports.filter(isActiveExport) ?? [];
  const ended = data?.exports.filter((each) => !isActiveExport(each)) ?? [];
  return (
    <div className="grid min-h-60 content-start gap-5 px-6 py-5">
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data && data.exports.length === 0 ? (
        <p className="py-10 text-center text-sm text-text-3">{t("none")}</p>
      ) : null}
      {active.length > 0 ? (
        <section aria-label={t("active")} className="grid gap-4">
          <h3 className="text-sm font-medium text-text-2">{t("active")}</h3>
          {active.map((each) => (
            <ActiveExport key={each.id} film={each} />
          ))}
          <p className="text-sm text-text-3">{t("mayClose")}</p>
        </section>
      ) : null}
      {ended.length > 0 ? (
        <section
          aria-label={t("done")}
          className={active.length > 0 ? "grid gap-4 border-t border-line pt-5" : "grid gap-4"}
        >
          <h3 className="text-sm font-medium text-text-2">{t("done")}</h3>
          {ended.map((each) => (
            <EndedExport key={each.id} film={each} />
          ))}
        </section>
      ) : null}
    </div>
  );
}
