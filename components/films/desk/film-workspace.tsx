"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { filmQueries } from "@/components/queries/film-queries";
import { DeskBin } from "../bin/desk-bin";
import { DeskInspector } from "../inspector/desk-inspector";
import { FilmGenerationsKeeper } from "../places/film-generations-keeper";
import { DeskPreview } from "../preview/desk-preview";
import { DeskStoryboard } from "../storyboard/desk-storyboard";
import { DeskTimeline } from "../timeline/desk-timeline";
import { ConflictNotice } from "./conflict-notice";
import { DeskHeader } from "./desk-header";
import { DeskContext } from "./use-desk";
import { useSaving } from "./use-saving";

/**
 * The desk of a film. On wide screens it fills the window: bin, preview and inspector side by side, the timeline below. On narrow
 * ones, the preview with the storyboard below.
 */
export function FilmWorkspace({ id, userId }: { id: string; userId: string }) {
  const { data } = useSuspenseQuery(filmQueries.detail(id));
  const { desk, saver } = useSaving(data, userId);
  return (
    <DeskContext value={desk}>
      <article
        data-film-desk
        className="flex flex-1 flex-col lg:h-[calc(100dvh-var(--player-height))] lg:flex-none"
      >
        <FilmGenerationsKeeper />
        <DeskHeader saver={saver} />
        <ConflictNotice saver={saver} />
        <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[16rem_minmax(0,1fr)_18rem]">
          <div className="hidden min-h-0 border-r lg:block">
            <DeskBin />
          </div>
          <div className="flex min-h-0 min-w-0 flex-col">
            <DeskPreview />
          </div>
          <div className="hidden min-h-0 overflow-y-auto border-l lg:block">
            <DeskInspector />
          </div>
        </div>
        <div className="hidden border-t lg:block">
          <DeskTimeline />
        </div>
        <div className="lg:hidden">
          <DeskStoryboard />
        </div>
      </article>
    </DeskContext>
  );
}
