import { dehydrate } from "@tanstack/react-query";
import { PageData } from "@/components/queries/page-data";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { generationQueries, writeListQuery } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { withoutTrash } from "@/components/queries/shown-results";
import { toItemList } from "@/components/takes/library-filter";
import {
  findPosition,
  findShownItem,
  readResultIndex,
  readResultList,
  toResultFilter,
} from "@/components/takes/result-list";
import { getDatabase } from "@/lib/db/database.server";
import { itemNeighboursQuerySchema } from "@/lib/items/list-items-query";
import { findItemNeighbours } from "@/lib/items/read/find-item-neighbours.server";
import { resultKind } from "@/components/takes/result-kind";
import { definitionRegistry } from "@/generators/registry";
import { getGenerationServices } from "@/server/generation-services.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { findNeighbours } from "@/lib/generations/read/find-neighbours.server";
import { generationListSchema } from "@/lib/generations/read/list-generations.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { findOwnGeneration } from "@/server/pages/find-own-generation.server";
import { listErrorMessages } from "@/server/pages/list-error-messages.server";
import { prefetchGenerations } from "@/server/pages/prefetch-generations.server";
import { GenerationDetail } from "@/components/library/result/generation-detail";

interface GenerationPageProps {
  params: Promise<{ generationId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function getShown({ params }: Pick<GenerationPageProps, "params">) {
  const actor = await requireSessionActor();
  const generation = await findOwnGeneration(actor.userId, (await params).generationId);
  return { actor, generation: generation ?? notFound() };
}

export async function generateMetadata(props: GenerationPageProps): Promise<Metadata> {
  const { generation } = await getShown(props);
  return { title: describeGeneration(generation).slice(0, 80) };
}

/** One generation: its results, everything that was sent, its parents and its descendants. */
export default async function GenerationPage(props: GenerationPageProps) {
  const { actor, generation } = await getShown(props);
  const search = await props.searchParams;
  const query = { get: (name: string) => [search[name]].flat()[0] ?? null };
  const list = readResultList(query);
  const services = await getGenerationServices();
  const { outputs } = withoutTrash(generation);
  const item = findShownItem(outputs, findPosition(outputs, readResultIndex(query)));
  const client = await prefetchGenerations(actor.userId, [
    { parentId: generation.id },
    ...(generation.take ? [{ idea: generation.take.idea }] : []),
  ]);
  if (item && list.parentId === "") {
    const shown = toItemList(list);
    const neighbours = await findItemNeighbours(getDatabase(), {
      userId: actor.userId,
      id: item.id,
      list: itemNeighboursQuerySchema.parse(shown),
    });
    client.setQueryData(itemQueries.neighbours(item.id, shown).queryKey, neighbours);
  } else {
    const filter = toResultFilter(list);
    const neighbours = await findNeighbours(services, {
      userId: actor.userId,
      id: generation.id,
      list: generationListSchema.parse(writeListQuery(filter)),
    });
    client.setQueryData(generationQueries.neighbours(generation.id, filter).queryKey, neighbours);
  }
  client.setQueryData(generationQueries.detail(generation.id).queryKey, generation);
  const definition = definitionRegistry.find(generation.generator);
  const kind = resultKind(generation, definition);
  return (
    <PageMessages
      namespaces={[
        "library",
        "takes",
        "validation.field",
        ...(kind === "sound" ? (["reader"] as const) : []),
        ...(kind === "video" ? (["watch"] as const) : []),
        ...(definition?.messages?.prompt ?? []),
        // An exported film has none.
        ...(definition ? ([`generators.${definition.id}`] as const) : []),
        ...listErrorMessages(client),
      ]}
    >
      <PageData state={dehydrate(client)}>
        <GenerationDetail id={generation.id} />
      </PageData>
    </PageMessages>
  );
}
