import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FilmsWorkspace } from "@/components/films/list/films-workspace";
import { filmQueries, type FilmList } from "@/components/queries/film-queries";
import { PageData } from "@/components/queries/page-data";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { listFilmsQuerySchema } from "@/lib/films/film-input";
import { listFilms } from "@/lib/films/read/read-films.server";
import { PageMessages } from "@/lib/i18n/page-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("films");
  return { title: t("title") };
}

interface FilmsPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The films that the person sees, or those in their trash. */
export default async function FilmsPage({ searchParams }: FilmsPageProps) {
  const { userId } = await requireSessionActor();
  const isTrash = (await searchParams).trash === "true";
  const list: FilmList = isTrash ? { trashed: "true" } : {};
  const client = new QueryClient();
  await client.fetchInfiniteQuery({
    ...filmQueries.list(list),
    queryFn: () => listFilms(getDatabase(), userId, listFilmsQuerySchema.parse(list)),
  });
  return (
    <PageMessages namespaces={["films", "takes.loadFailed", "takes.tryAgain"]}>
      <PageData state={dehydrate(client)}>
        <FilmsWorkspace key={String(isTrash)} isTrash={isTrash} />
      </PageData>
    </PageMessages>
  );
}
