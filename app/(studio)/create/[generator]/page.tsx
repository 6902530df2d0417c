import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { generators } from "@/generators/registry";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listExamples, sharedFormNamespaces, variableGenerators } from "@/server/pages/generator-facts";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { CreateWorkspace } from "@/components/create/create-workspace";
import { findFormStart } from "@/server/pages/find-form-start.server";

interface CreatePageProps {
  params: Promise<{ generator: string }>;
  searchParams: Promise<{ from?: string | string[]; example?: string | string[] }>;
}

function findGenerator(id: string) {
  return generators.find((generator) => generator.id === id) ?? notFound();
}

export async function generateMetadata({ params }: CreatePageProps): Promise<Metadata> {
  const { id } = findGenerator((await params).generator);
  const t = await getTranslations("generators");
  return { title: t(`${id}.title`) };
}

/** The page of every generator: its form, and what was made with it. */
export default async function CreatePage({ params, searchParams }: CreatePageProps) {
  const actor = await requireSessionActor();
  const generator = findGenerator((await params).generator);
  const { id, medium } = generator;
  const [start, connection, client, locale, t] = await Promise.all([
    findFormStart(actor.userId, generator, await searchParams),
    findConnectionSummary(actor.userId),
    prefetchGenerations(actor.userId, [{ generator: id }]),
    getLocale(),
    getTranslations("generators"),
  ]);
  return (
    <PageMessages
      namespaces={[
        ...(["create", "takes", "form", "validation", `generators.${id}`] as const),
        ...sharedFormNamespaces(medium),
      ]}
    >
      <HydrationBoundary state={dehydrate(client)}>
        <CreateWorkspace
          key={start?.key ?? "new"}
          generator={{ id, medium, name: t(`${id}.title`), lead: t(`${id}.lead`) }}
          userId={actor.userId}
          start={start}
          newInput={generator.localiseNewInput?.(locale) ?? generator.defaultInput}
          examples={listExamples(generator)}
          variable={variableGenerators}
          features={connection?.features ?? null}
          connectionProblem={connection ? connection.problem : "missing"}
        />
      </HydrationBoundary>
    </PageMessages>
  );
}
