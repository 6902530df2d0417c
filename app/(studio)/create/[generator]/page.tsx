import { dehydrate } from "@tanstack/react-query";
import { PageData } from "@/components/queries/page-data";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { definitionRegistry } from "@/generators/registry";
import { GeneratorForm } from "@/generators/registry.client";
import { takesOf } from "@/components/queries/generation-queries";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { everyFormMessages } from "@/lib/i18n/catalogues";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listExamples } from "@/server/pages/generator-facts.server";
import { listErrorMessages } from "@/server/pages/list-error-messages.server";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { CreateWorkspace } from "@/components/create/create-workspace";
import { findFormStart } from "@/server/pages/find-form-start.server";
import { findNewForm } from "@/server/pages/find-new-form.server";

/** Takes are tall: more than fill the first two screens. */
const firstTakes = 8;

interface CreatePageProps {
  params: Promise<{ generator: string }>;
  searchParams: Promise<{ from?: string | string[]; example?: string | string[] }>;
}

function findGenerator(id: string) {
  return definitionRegistry.find(id) ?? notFound();
}

export async function generateMetadata({ params }: CreatePageProps): Promise<Metadata> {
  const { id } = findGenerator((await params).generator);
  const t = await getTranslations("generators");
  return { title: t(`${id}.title` as Parameters<typeof t>[0]) };
}

/** The page of a generator: its form and its takes. */
export default async function CreatePage({ params, searchParams }: CreatePageProps) {
  const actor = await requireSessionActor();
  const generator = findGenerator((await params).generator);
  const { id } = generator;
  const [start, newForm, connection, client, t] = await Promise.all([
    findFormStart(actor.userId, generator, await searchParams),
    findNewForm(actor.userId, generator),
    findConnectionSummary(actor.userId),
    prefetchGenerations(actor.userId, [takesOf(id)], { firstPageSize: firstTakes }),
    getTranslations("generators"),
  ]);
  const connectionProblem = connection ? connection.problem : "missing";
  return (
    <PageMessages
      namespaces={[
        ...([
          "create",
          "takes",
          "form",
          "validation.batch",
          ...everyFormMessages,
          `generators.${id}`,
        ] as const),
        ...(generator.messages?.form ?? []),
        ...listErrorMessages(client),
        ...(connectionProblem ? ([`errors.connection.${connectionProblem}`] as const) : []),
      ]}
    >
      <PageData state={dehydrate(client)}>
        <CreateWorkspace
          key={start?.key ?? "new"}
          Form={GeneratorForm}
          id={id}
          lead={t(`${id}.lead` as Parameters<typeof t>[0])}
          userId={actor.userId}
          start={start}
          newInput={newForm.input}
          newProblems={newForm.problems}
          blankInput={newForm.blank}
          examples={listExamples(generator)}
          features={connection?.features ?? null}
          connectionProblem={connectionProblem}
        />
      </PageData>
    </PageMessages>
  );
}
