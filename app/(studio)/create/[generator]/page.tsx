import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { generators, type GeneratorId } from "@/generators/registry";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findConnectionSummary } from "@/lib/connections/get-connection-summary.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { sharedFormNamespaces, variableGenerators } from "../../generator-facts";
import { prefetchGenerations } from "../../prefetch-generations.server";
import { CreateWorkspace } from "./create-workspace";
import { findFormStart } from "./find-form-start.server";

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
  const id: GeneratorId = generator.id;
  const [start, connection, client, locale] = await Promise.all([
    findFormStart(actor.userId, generator, await searchParams),
    findConnectionSummary(actor.userId),
    prefetchGenerations(actor.userId, [{ generator: id }]),
    getLocale(),
  ]);
  return (
    <PageMessages
      namespaces={[
        ...(["create", "takes", "form", "validation", `generators.${id}`] as const),
        ...sharedFormNamespaces(generator.medium),
      ]}
    >
      <HydrationBoundary state={dehydrate(client)}>
        <CreateWorkspace
          key={start?.key ?? "new"}
          generator={{ id, medium: generator.medium }}
          userId={actor.userId}
          start={start}
          newInput={generator.localiseNewInput?.(locale) ?? generator.defaultInput}
          examples={generator.examples}
          variable={variableGenerators}
          features={connection?.features ?? null}
          connectionProblem={connection ? connection.problem : "missing"}
        />
      </HydrationBoundary>
    </PageMessages>
  );
}
