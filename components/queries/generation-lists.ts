import type {
  GenerationDto,
  GenerationNeighbours,
  GenerationPage,
} from "@/lib/generations/read/generation-dto";
import type { GeneratorTraits } from "@/lib/generations/record/definition-port";
import type { GenerationState } from "@/lib/generations/record/states";

/** What a list shows; the same names as the query of GET /api/v1/generations. */
export interface GenerationFilter {
  generator?: string;
  /** Any of these generators. */
  generators?: readonly string[];
  states?: readonly GenerationState[];
  /** Free text. The browser can match it with titles, only the server with all other text. */
  q?: string;
  parentId?: string;
  /** False leaves out what batches have that waits in the queue or was cancelled there. */
  unsent?: false;
  /** Shows only takes of this idea. */
  idea?: string;
  /** Shows only favourites. */
  favourite?: boolean;
  /** Shows the trash instead. */
  trash?: boolean;
  /** Shows only what was dismissed, or only what was not. */
  dismissed?: boolean;
}

/** The states that have not ended: those of the activity page and its count. */
export const activeStates: readonly GenerationState[] = ["queued", "starting", "running", "storing"];

/** The finished videos, which can be compared with each other. */
export function listComparableVideos(generators: readonly GeneratorTraits[]): GenerationFilter {
  const makers = generators.filter(({ produces }) => produces === "video").map(({ id }) => id);
  return { generators: makers, states: ["succeeded"] };
}

/** Whether a generation belongs to a list; `undecided` when only the server can tell. */
export function matchFilter(filter: GenerationFilter, generation: GenerationDto): "yes" | "no" | "undecided" {
  const fits =
    generation.relation !== "sample" &&
    (!filter.generator || filter.generator === generation.generator) &&
    (!filter.generators || filter.generators.includes(generation.generator)) &&
    (!filter.states || filter.states.includes(generation.state)) &&
    (!filter.idea || filter.idea === generation.take?.idea) &&
    (filter.unsent !== false || !isUnsentOfBatch(generation)) &&
    (!filter.favourite || generation.favourite) &&
    (!filter.parentId || filter.parentId === generation.parentId) &&
    (filter.dismissed === undefined || filter.dismissed === (generation.dismissedAt !== undefined)) &&
    (generation.deletedAt !== null) === (filter.trash ?? false);
  if (!fits) return "no";
  if (!filter.q || hasInTitle(generation, filter.q)) return "yes";
  return "undecided";
}

function isUnsentOfBatch({ batchId, state }: GenerationDto): boolean {
  return batchId !== undefined && (state === "queued" || state === "cancelled");
}

function hasInTitle({ title }: GenerationDto, q: string): boolean {
  return title !== null && title.toLowerCase().includes(q.trim().toLowerCase());
}

/** Whether an update changes the known neighbours: one has left the list, or another one is between them. */
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

/** The newer of two states of a generation, by version. */
export function newerOf(known: GenerationDto, told: GenerationDto): GenerationDto {
  return told.version > known.version ? told : known;
}

/**
 * Updates a generation in loaded pages (newest first): changes it in place, removes it if it no longer belongs, or inserts
 * it by age. Returns the same array if nothing changed.
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
  // Older than all loaded pages: it arrives with its own page.
  if (!page) return pages;
  const at = page.generations.findIndex((generation) => generation.id < told.id);
  const generations = page.generations.toSpliced(at === -1 ? page.generations.length : at, 0, told);
  return pages.with(pageIndex, { ...page, generations });
}
