"use client";

import { useQueries } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useGenerators } from "@/components/generators";
import { useNow } from "@/components/queries/use-now";
import { rateQueries } from "@/components/queries/use-rate-detail";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { findPredecessor } from "@/lib/films/places/follow-place";
import { findPlaceStatus, mayBeBilled, type OpenShot } from "@/lib/films/places/place-status";
import { findLastStart } from "@/lib/generations/line/rate-outlook";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../desk/use-desk";
import { ShotEstimate } from "./shot-estimate";
import { useCreatePlaces } from "./use-create-places";
import { useFilmGenerations } from "./use-film-generations";
import { useOpenShots } from "./use-open-shots";

/** What creating all that is missing means: how many, by what, at what cost and for how long. One confirmation sends all of it. */
export default function CreateAllDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("places.all");
  const shots = useOpenShots();
  const sent = useFilmGenerations();
  const { mutate, isPending } = useCreatePlaces();

  function create() {
    const wanted = shots.map(({ shot, place }) => ({
      id: shot.id,
      after: findPredecessor(shot.id, place, sent.generations),
      // What may have been billed is not among them.
      mayBeBilledAgain: false,
    }));
    mutate({ shots: wanted }, { onSettled: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      closeLabel={t("cancel")}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={isPending} disabled={shots.length === 0} onClick={create}>
            {t("confirm", { count: shots.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-sm text-text-2">
        <Counts shots={shots} />
        <ShotEstimate shots={shots} />
        <LastStart shots={shots} />
        <LeftOut shots={shots} />
        <p>{t("closable")}</p>
      </div>
    </Dialog>
  );
}

interface Group {
  generator: string;
  name: string;
  model: string;
  count: number;
}

/** By generator and model, in order. */
function useGroups(shots: readonly OpenShot[]): Group[] {
  const generators = useGenerators();
  const byModel = Map.groupBy(shots, ({ place }) => {
    const facts = generators.find(({ id }) => id === place.generator);
    return JSON.stringify([place.generator, facts?.name ?? "", place.model ?? facts?.shot?.models[0] ?? ""]);
  });
  return [...byModel].map(([key, { length }]) => {
    const [generator, name, model] = JSON.parse(key) as [string, string, string];
    return { generator, name, model, count: length };
  });
}

function Counts({ shots }: { shots: readonly OpenShot[] }) {
  const t = useTranslations("places.all");
  return (
    <ul className="grid gap-1 text-base text-text">
      {useGroups(shots).map(({ generator, name, model, count }) => (
        <li key={`${generator} ${model}`}>{t("line", { count, name, model })}</li>
      ))}
    </ul>
  );
}

function LastStart({ shots }: { shots: readonly OpenShot[] }) {
  const t = useTranslations("places.all");
  const units = useUnits();
  const groups = useGroups(shots);
  const outlooks = useQueries({
    queries: groups.map(({ generator, model }) => rateQueries.outlook(generator, model)),
  });
  const now = useNow();
  if (now === null || outlooks.some(({ data }) => data === undefined)) return null;
  const last = Math.max(
    now,
    ...outlooks.map(({ data }, index) => findLastStart(data!, { count: groups[index]!.count, now })),
  );
  const seconds = Math.ceil((last - now) / 1_000);
  return <p>{seconds < 2 ? t("now") : t("time", { duration: units.estimate(seconds) })}</p>;
}

/** What waits for the shot before, and what isn't sent. */
function LeftOut({ shots }: { shots: readonly OpenShot[] }) {
  const t = useTranslations("places.all");
  const film = useDesk(({ document }) => document);
  const sent = useFilmGenerations();
  const ids = new Set(shots.map(({ shot }) => shot.id));
  const chained = shots.filter(
    ({ shot, place }) =>
      place.firstFrame.of === "shot-before" &&
      film.shots[film.shots.findIndex(({ id }) => id === shot.id) - 1]?.content.kind === "place",
  ).length;
  const left = film.shots.flatMap((shot) =>
    shot.content.kind === "place" && !ids.has(shot.id) ? [findPlaceStatus(shot, shot.content, sent)] : [],
  );
  const billed = left.filter((status) => "generation" in status && mayBeBilled(status.generation)).length;
  const ended = left.filter(({ kind }) => ["open", "failed", "unknown", "cancelled"].includes(kind)).length;
  const blocked = ended - billed;
  return (
    <>
      {chained > 0 ? <p>{t("chained", { count: chained })}</p> : null}
      {blocked > 0 ? <p>{t("blocked", { count: blocked })}</p> : null}
      {billed > 0 ? <p>{t("billed", { count: billed })}</p> : null}
    </>
  );
}
