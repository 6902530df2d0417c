import { activeStates, type GenerationFilter } from "@/components/queries/generation-lists";

/** Groups of states as people look for them. */
export const libraryStates = {
  made: ["succeeded"],
  active: activeStates,
  failed: ["failed"],
  unknown: ["unknown"],
  cancelled: ["cancelled"],
} as const satisfies Record<string, NonNullable<GenerationFilter["states"]>>;

export type LibraryState = keyof typeof libraryStates;

/** The filters in the library's address. */
export interface LibraryView {
  q: string;
  /** Id of a generator; empty for all kinds. */
  generator: string;
  state: LibraryState | "";
  favourite: boolean;
  trash: boolean;
}

/** Reads the query of the address; ignores invalid values. */
export function readLibraryView(search: { get(name: string): string | null }): LibraryView {
  const state = search.get("state") ?? "";
  const generator = search.get("generator") ?? "";
  return {
    q: (search.get("q") ?? "").replaceAll("\0", "").slice(0, 200).toWellFormed(),
    generator: /^[a-z0-9-]{1,64}$/.test(generator) ? generator : "",
    state: Object.hasOwn(libraryStates, state) ? (state as LibraryState) : "",
    favourite: search.get("favourite") === "true",
    trash: search.get("trash") === "true",
  };
}

/** Everything, newest first. */
export const wholeLibrary: LibraryView = { q: "", generator: "", state: "", favourite: false, trash: false };

/** The address of a view; filters that are not set are omitted. */
export function writeLibraryView(view: LibraryView): string {
  const search = writeLibraryQuery(view);
  return search.size > 0 ? `/library?${search}` : "/library";
}

export function writeLibraryQuery(view: LibraryView): URLSearchParams {
  const search = new URLSearchParams();
  if (view.q.trim()) search.set("q", view.q);
  if (view.generator) search.set("generator", view.generator);
  if (view.state) search.set("state", view.state);
  if (view.favourite) search.set("favourite", "true");
  if (view.trash) search.set("trash", "true");
  return search;
}

/** The list that a view shows. */
export function toGenerationFilter({ q, generator, state, favourite, trash }: LibraryView): GenerationFilter {
  return {
    ...(generator ? { generator } : {}),
    ...(state ? { states: libraryStates[state] } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
    ...(favourite ? { favourite } : {}),
    ...(trash ? { trash } : {}),
  };
}
