"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { filmQueries } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import type { FilmVersionDto } from "@/lib/films/film-dto";
import { DeskBin } from "../bin/desk-bin";
import { VersionBar } from "../history/version-bar";
import { DeskInspector } from "../inspector/desk-inspector";
import { FilmGenerationsKeeper } from "../places/film-generations-keeper";
import { DeskPreview } from "../preview/desk-preview";
import { DeskStoryboard } from "../storyboard/desk-storyboard";
import { DeskTimeline } from "../timeline/desk-timeline";
import { ConflictNotice } from "./conflict-notice";
import { DeskHeader } from "./desk-header";
import type { FilmDesk } from "./film-desk";
import { DeskContext } from "./use-desk";
import { useIsWide } from "./use-is-wide";
import { useRailTooltips } from "./use-rail-tooltips";
import { useSaving } from "./use-saving";

interface Looked {
  desk: FilmDesk;
  version: FilmVersionDto;
}

/**
 * The desk of a film. On wide screens it fills the window: bin, preview and inspector side by side, the timeline below. On narrow
 * ones, the preview with the storyboard below.
 */
export function FilmWorkspace({ id, userId }: { id: string; userId: string }) {
  const { data } = useSuspenseQuery(filmQueries.detail(id));
  const { desk, saver } = useSaving(data, userId);
  const showError = useErrorToast();
  useRailTooltips();
  const [looked, setLooked] = useState<Looked | null>(null);
  const look = (number: number) =>
    void import("../history/restore-version")
      .then(({ openVersion }) => openVersion(desk, number))
      .then(setLooked, showError);
  return (
    <article data-film-desk className="flex min-h-0 flex-1 flex-col">
      <DeskContext value={desk}>
        <FilmGenerationsKeeper />
        <DeskHeader saver={saver} onLook={look} />
        <ConflictNotice saver={saver} />
      </DeskContext>
      {looked ? (
        <VersionBar desk={desk} saver={saver} version={looked.version} onClose={() => setLooked(null)} />
      ) : null}
      {/* Each part keeps what it knows of its desk. */}
      <DeskContext key={looked?.version.number ?? "now"} value={looked?.desk ?? desk}>
        <DeskParts />
      </DeskContext>
    </article>
  );
}

function DeskParts() {
  const isWide = useIsWide();
  return (
    <>
      <div className="flex min-h-0 flex-col max-lg:shrink-0 lg:grid lg:flex-1 lg:grid-cols-[16rem_minmax(0,1fr)_18rem]">
        <div className="hidden min-h-0 border-r lg:block">{isWide ? <DeskBin /> : null}</div>
        <div className="grid min-h-0 min-w-0">
          <DeskPreview />
        </div>
        <div className="hidden min-h-0 overflow-y-auto border-l lg:block">
          {isWide ? <DeskInspector /> : null}
        </div>
      </div>
      <div className="hidden border-t lg:block">{isWide ? <DeskTimeline /> : null}</div>
      <div className="min-h-0 flex-1 lg:hidden">{isWide ? null : <DeskStoryboard />}</div>
    </>
  );
}
