import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { StudioActionsProvider, type StudioActions } from "@/components/queries/studio-actions";
import { GenerationCommandsProvider, type GenerationCommands } from "@/components/takes/generation-commands";
import { Take } from "@/components/takes/take";
import { noRouter } from "@/components/ui/testing/no-router";
import { generators } from "@/generators/registry";
import { GeneratorRegistry } from "@/generators/parts.client";
import type { ResultKind } from "@/lib/generations/record/definition-port";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { loadMessages } from "@/lib/i18n/catalogues";
import { formats } from "@/lib/i18n/formats";
import { describeGenerators } from "@/server/pages/generator-facts.server";

const { common, errors, player, takes } = await loadMessages("en");
const messages = { common, errors, player, takes };
const refuse = () => Promise.reject(new Error("Nothing is sent while a take is drawn."));
const noActions: StudioActions = { submitGeneration: refuse, askAboutTask: refuse, refreshVoices: refuse };
const noCommands: GenerationCommands = {
  again: () => {},
  vary: () => {},
  refuse: () => {},
  edit: () => {},
  canVary: () => false,
};

/** The HTML of a take after its lazy parts have loaded. */
async function drawTake(generation: GenerationDto): Promise<string> {
  const facts = describeGenerators(generators, (id) => ({ name: id, resultName: id }));
  const { prelude } = await prerender(
    <AppRouterContext value={noRouter}>
      <NextIntlClientProvider locale="en" messages={messages} formats={formats} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <StudioActionsProvider actions={noActions}>
            <GeneratorRegistry generators={facts}>
              <GenerationCommandsProvider commands={noCommands}>
                <Take generation={generation} onOpen={() => {}} />
              </GenerationCommandsProvider>
            </GeneratorRegistry>
          </StudioActionsProvider>
        </QueryClientProvider>
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
  return new Response(prelude).text();
}

const files: Record<ResultKind, { role: string; mimeType: string }> = {
  sound: { role: "audio", mimeType: "audio/mpeg" },
  picture: { role: "image", mimeType: "image/png" },
  video: { role: "video", mimeType: "video/mp4" },
};

const waitsAs: Record<ResultKind, (html: string) => void> = {
  sound: (html) => {
    expect(html).toContain("lucide-play");
    expect(html).not.toContain("aspect-ratio");
  },
  picture: (html) => expect(html).toMatch(/<ul[^>]*><li[^>]*aspect-ratio/),
  video: (html) => {
    expect(html).toContain("aspect-ratio");
    expect(html).not.toContain("<ul");
  },
};

/** The label of a control that only this kind of result has. */
const controls: Record<ResultKind, string> = {
  sound: "Position in A lighthouse",
  picture: "Open result 1 of 1: A lighthouse",
  video: "Enlarge A lighthouse",
};

it.each(generators.map(({ id, produces }) => [id, produces] as const))(
  "%s: is drawn as a %s while it runs and when it is done",
  async (id, produces) => {
    const generation = makeGeneration({
      generator: id,
      counts: { expected: 1, stored: 0, storing: 0, blocked: 0, failed: 0, partial: 0 },
    });
    waitsAs[produces](await drawTake(generation));

    const outputs = [makeOutput(0, files[produces])];
    const done = await drawTake({ ...generation, state: "succeeded", outputs });
    for (const [kind, label] of Object.entries(controls)) {
      expect(done.includes(`aria-label="${label}"`), label).toBe(kind === produces);
    }
  },
);
