import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { GeneratorPartsRegistry } from "@/generators/registry.client";
import { PlayerFoot } from "@/components/player/player-foot";
import type { ShellGenerator } from "@/components/shell/command-palette";
import { StudioProviders } from "@/components/shell/studio-providers";
import { StudioShell } from "@/components/shell/studio-shell";
import { FetchLightboxAhead } from "@/components/takes/fetch-lightbox-ahead";
import { generators } from "@/generators/registry";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { askAboutTaskAction, refreshVoicesAction, submitGeneration } from "./actions";

const actions = { submitGeneration, askAboutTask: askAboutTaskAction, refreshVoices: refreshVoicesAction };

/** The studio of a signed-in person; anybody else is sent to the sign-in page. */
export default async function StudioLayout({ children }: { children: ReactNode }) {
  const actor = await requireSessionActor();
  const [connection, t] = await Promise.all([
    findConnectionSummary(actor.userId),
    getTranslations("generators"),
  ]);
  const shellGenerators: ShellGenerator[] = generators.map(({ id, medium }) => ({
    id,
    medium,
    name: t(`${id}.title`),
  }));
  return (
    <PageMessages namespaces={["shell", "errors", "player"]}>
      <StudioProviders actions={actions}>
        <FetchLightboxAhead />
        <StudioShell
          accountName={actor.name}
          sandbox={connection?.sandbox ?? false}
          generators={shellGenerators}
          foot={<PlayerFoot />}
        >
          <GeneratorPartsRegistry>{children}</GeneratorPartsRegistry>
        </StudioShell>
      </StudioProviders>
    </PageMessages>
  );
}
