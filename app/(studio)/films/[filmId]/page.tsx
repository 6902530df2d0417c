import { dehydrate, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { FilmWorkspace } from "@/components/films/desk/film-workspace";
import { filmQueries } from "@/components/queries/film-queries";
import { PageData } from "@/components/queries/page-data";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { OpenFilm } from "@/lib/films/film-dto";
import { openFilm } from "@/lib/films/read/read-films.server";
import { PageMessages } from "@/lib/i18n/page-messages";

interface FilmPageProps {
  params: Promise<{ filmId: string }>;
}

/** A film that the person sees; null for any other. Read once per request. */
const findFilm = cache(async (userId: string, id: string): Promise<OpenFilm | null> => {
  if (!z.uuid().safeParse(id).success) return null;
  try {
    return await openFilm(getDatabase(), { userId, id });
  } catch (error) {
    if (error instanceof StudioError && error.code === "not-found") return null;
    throw error;
  }
});

async function getShown({ params }: FilmPageProps): Promise<{ film: OpenFilm; userId: string }> {
  const { userId } = await requireSessionActor();
  return { userId, film: (await findFilm(userId, (await params).filmId)) ?? notFound() };
}

export async function generateMetadata(props: FilmPageProps): Promise<Metadata> {
  return { title: (await getShown(props)).film.title };
}

/** The desk of a film. */
export default async function FilmPage(props: FilmPageProps) {
  const { film, userId } = await getShown(props);
  const client = new QueryClient();
  client.setQueryData(filmQueries.detail(film.id).queryKey, film);
  return (
    <PageMessages
      namespaces={[
        "timeline",
        "desk",
        "places",
        "camera",
        "form.prompt",
        "form.tokens",
        "costs",
        "takes.loadFailed",
        "takes.tryAgain",
        "preview",
        "films",
      ]}
    >
      <PageData state={dehydrate(client)}>
        <FilmWorkspace key={film.id} id={film.id} userId={userId} />
      </PageData>
    </PageMessages>
  );
}
