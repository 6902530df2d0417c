import type { ReactNode } from "react";
import { GeneratorRegistry } from "@/generators/parts.client";
import { PlayerFoot } from "@/components/player/player-foot";
import { ItemDrops } from "@/components/projects/drop/item-drops";
import { StudioProviders } from "@/components/shell/studio-providers";
import { StudioShell } from "@/components/shell/studio-shell";
import { FetchTakesAhead } from "@/components/takes/fetch-takes-ahead";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { everyPageErrors } from "@/lib/i18n/error-texts";
import { PageMessages } from "@/lib/i18n/page-messages";
import { getDatabase } from "@/lib/db/database.server";
import { listSavedSearches } from "@/lib/saved-searches/saved-searches.server";
import { findCurrentProject } from "@/lib/projects/current-project.server";
import { getGeneratorFacts } from "@/server/pages/generator-facts.server";
import { getLiveMark } from "@/server/pages/live-mark.server";
import { askAboutTaskAction, refreshVoicesAction, submitGeneration } from "./actions";

const actions = { submitGeneration, askAboutTask: askAboutTaskAction, refreshVoices: refreshVoicesAction };

/** The studio of a signed-in person; others are redirected to the sign-in page. */
export default async function StudioLayout({ children }: { children: ReactNode }) {
  const actor = await requireSessionActor();
  const [liveMark, connection, generators, currentProject, savedSearches] = await Promise.all([
    getLiveMark(actor.userId),
    findConnectionSummary(actor.userId),
    getGeneratorFacts(),
    findCurrentProject(actor.userId),
    listSavedSearches(getDatabase(), actor.userId),
  ]);
  return (
    <PageMessages namespaces={["shell", ...everyPageErrors, "player"]}>
      <StudioProviders actions={actions} liveMark={liveMark} currentProject={currentProject}>
        <GeneratorRegistry generators={generators}>
          <FetchTakesAhead />
          <ItemDrops />
          <StudioShell
            accountName={actor.name}
            sandbox={connection?.sandbox ?? false}
            generators={generators}
            savedSearches={savedSearches}
            foot={<PlayerFoot />}
          >
            {children}
          </StudioShell>
        </GeneratorRegistry>
      </StudioProviders>
    </PageMessages>
  );
}
