import type {
  GenerationDto,
  GenerationNeighbours,
  GenerationPage,
} from "@/lib/generations/read/generation-dto";
import type { GenerationState } from "@/lib/generations/record/states";

/** What a list shows; the same names as the query of GET /api/v1/generations. */
export interface GenerationFilter {
  generator?: string;
  /** Shows what any of these made. */
  generators?: readonly string[];
  states?: readonly GenerationState[];
  /** Free text; of a title it is known here whether it matches, of all other words by the server alone. */
  q?: string;
  parentId?: string;
  /** Shows only takes of this idea. */
  idea?: string;
  /** Shows only favourites. */
  favourite?: boolean;
  /** Shows the trash instead. */
  trash?: boolean;
}

/** States of what is still to end: what the activity page and its count show. */
export const activeStates: readonly GenerationState[] = ["queued", "starting", "running", "storing"];

/** Whether a generation belongs to a list; `undecided` when only the server can tell. */
export function matchFilter(filter: GenerationFilter, generation: GenerationDto): "yes" | "no" | "undecided" {
  const fits =
    generation.relation !== "sample" &&
    (!filter.generator || filter.generator === generation.generator) &&
    (!filter.generators || filter.generators.includes(generation.generator)) &&
    (!filter.states || filter.states.includes(generation.state)) &&
    (!filter.idea || filter.idea === generation.take?.idea) &&
    (!filter.favourite || generation.favourite) &&
    (!filter.parentId || filter.parentId === generation.parentId) &&
    (generation.deletedAt !== null) === (filter.trash ?? false);
  if (!fits) return "no";
  if (!filter.q || hasInTitle(generation, filter.q)) return "yes";
  return "undecided";
}

function hasInTitle({ title }: GenerationDto, q: string): boolean {
  return title !== null && title.toLowerCase().includes(q.trim().toLowerCase());
}

/** Whether a telling makes other neighbours of those that are known: one of them has left the list, or another stands between. */
export function changesNeighbours(
  { id, previous, next }: GenerationNeighbours & { id: string },
  filter: GenerationFilter,
  told: GenerationDto,
): boolean {
  if (told.id === id) return false;
  const isKnown = told.id === previous?.id || told.id === next?.id;
  if (isKnown) return matchFilter(filter, told) !== "yes";
  const isBetween = (!previous || told.id < previous.id) && (!next || told.id > next.id);
  return isBetween && matchFilter(filter, told) !== "no";
}

/** Of two tellings of one generation the newer, by its version. */
export function newerOf(known: GenerationDto, told: GenerationDto): GenerationDto {
  return told.version > known.version ? told : known;
}

/**
 * Loaded pages (newest first) with one generation brought up to date: changed in place, taken out when it no longer
 * belongs, or put where its age says. Gives the same array back when nothing changed.
 */
export function updatePages(
  pages: readonly GenerationPage[],
  filter: GenerationFilter,
  told: GenerationDto,
): readonly GenerationPage[] {
  const match = matchFilter(filter, told);
  const pageIndex = pages.findIndex(({ generations }) => generations.some(({ id }) => id === told.id));
  const page = pages[pageIndex];
  if (page) {
    const known = page.generations.find(({ id }) => id === told.id);
    if (!known || newerOf(known, told) === known) return pages;
    const generations =
      match === "no"
        ? page.generations.filter(({ id }) => id !== told.id)
        : page.generations.map((generation) => (generation.id === told.id ? told : generation));
    return pages.with(pageIndex, { ...page, generations });
  }
  if (match !== "yes") return pages;
  return insert(pages, told);
}

/** Ids are UUIDv7: their order is the order of time. */
function insert(pages: readonly GenerationPage[], told: GenerationDto): readonly GenerationPage[] {
  const pageIndex = pages.findIndex(
    ({ generations, nextCursor }) =>
      nextCursor === null || generations.some((generation) => generation.id < told.id),
  );
  const page = pages[pageIndex];
  // Older than all that is loaded: it comes with its own page.
  if (!page) return pages;
  const at = page.generations.findIndex((generation) => generation.id < told.id);
  const generations = page.generations.toSpliced(at === -1 ? page.generations.length : at, 0, told);
  return pages.with(pageIndex, { ...page, generations });
}
