import { dehydrate } from "@tanstack/react-query";
import { PageData } from "@/components/queries/page-data";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { definitionRegistry } from "@/generators/registry";
import { readRememberedWidth } from "@/lib/appearance/remembered-width";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { countShelved } from "@/components/home/shelf-rows";
import { toTold } from "@/lib/generations/read/describe-generation";
import { getGeneratorFacts, listExamples } from "@/server/pages/generator-facts.server";
import { HomeExamples } from "@/components/home/home-examples";
import { HomeRecent } from "@/components/home/home-recent";
import { HomeStart } from "@/components/home/home-start";
import { listErrorMessages } from "@/server/pages/list-error-messages.server";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { tileMessages } from "@/components/library/tile-messages";
import { SandboxHint } from "@/components/home/sandbox-hint";

/** A tile shows three lines. */
const tileTextLength = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return { title: t("title") };
}

/** Home: links to every form, what is running, the latest results, and examples. */
export default async function HomePage() {
  const actor = await requireSessionActor();
  const facts = await getGeneratorFacts();
  const [t, connection, client] = await Promise.all([
    getTranslations("home"),
    findConnectionSummary(actor.userId),
    prefetchGenerations(actor.userId, [{}, "active"], {
      countShown: (generations) => countShelved(generations, facts),
      textLength: tileTextLength,
    }),
  ]);
  const generators = definitionRegistry.list();
  const examples = Object.fromEntries(
    generators.map((generator) => [
      generator.id,
      listExamples(generator).map((example) => ({ ...example, input: toTold(example.input) })),
    ]),
  );
  return (
    <PageMessages
      namespaces={[
        "home",
        "library",
        ...tileMessages,
        ...listErrorMessages(client),
        ...generators.flatMap(({ id }) => [`generators.${id}.lead`, `generators.${id}.examples`] as const),
      ]}
    >
      <PageData state={dehydrate(client)}>
        <div className="page-column flex-1 pb-12">
          <h1 className="pt-5 text-xl font-semibold tracking-tight md:pt-5.5">
            {t("greeting", { name: actor.name })}
          </h1>
          {!connection || connection.sandbox ? <SandboxHint missing={!connection} /> : null}
          <HomeStart />
          <HomeRecent remembered={readRememberedWidth("home", await cookies())} />
          <HomeExamples examples={examples} />
        </div>
      </PageData>
    </PageMessages>
  );
}
