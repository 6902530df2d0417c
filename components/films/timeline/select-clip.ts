import type { FilmDesk } from "../desk/film-desk";

/** Selects a clip: with Shift all from the last selected one of its track, with Control or Command it is added or taken out. */
export function selectClip(
  desk: Pick<FilmDesk, "read" | "select">,
  id: string,
  order: readonly string[],
  { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
): void {
  const { selection } = desk.read();
  if (shiftKey) {
    const here = order.indexOf(id);
    const selected = order.flatMap((each, index) => (selection.has(each) ? [index] : []));
    const [first = here, last = here] = [selected[0], selected.at(-1)];
    const range = here < first ? [here, last] : [first, here];
    desk.select([...selection, ...order.slice(range[0], range[1]! + 1)]);
    return;
  }
  if (ctrlKey || metaKey) {
    desk.select(selection.has(id) ? [...selection].filter((each) => each !== id) : [...selection, id]);
    return;
  }
  desk.select([id]);
}
