import { matchShortcut, type KeyPress } from "@/components/ui/use-shortcut";

/** The keys of the timeline, in a file that the list of shortcuts can import without the desk. */
export const filmKeys = {
  frameBack: "arrowleft",
  frameForward: "arrowright",
  secondBack: "shift+arrowleft",
  secondForward: "shift+arrowright",
  previousCut: "arrowup",
  nextCut: "arrowdown",
  toStart: "home",
  toEnd: "end",
  split: "s",
  snap: "n",
  startHere: "[",
  endHere: "]",
  moveEarlier: "alt+arrowleft",
  moveLater: "alt+arrowright",
  duplicate: "mod+d",
  remove: "delete",
  selectAll: "mod+a",
  zoomIn: "+",
  zoomOut: "-",
  wholeFilm: "shift+z",
} as const;

export type FilmKey = keyof typeof filmKeys;

const aliases: readonly (readonly [FilmKey, string])[] = [
  ["remove", "backspace"],
  // Without Shift on most keyboards.
  ["zoomIn", "="],
];

/** Moves while the key is held down. */
export const repeatingKeys: ReadonlySet<FilmKey> = new Set([
  ...(["frameBack", "frameForward", "secondBack", "secondForward", "previousCut", "nextCut"] as const),
  ...(["moveEarlier", "moveLater", "zoomIn", "zoomOut"] as const),
]);

/** The key of the timeline that a press is; undefined for any other. Pure. */
export function findFilmKey(press: KeyPress): FilmKey | undefined {
  const keys = Object.entries(filmKeys) as [FilmKey, string][];
  return [...keys, ...aliases].find(([, shortcut]) => matchShortcut(shortcut, press))?.[0];
}

/** Whatever is typed into, or has all keys for itself. */
const busyWith =
  "textarea, select, [contenteditable], dialog, [role=menu], [role=listbox], [role=grid], [popover]";
const typedInto = "input:not([type=range], [type=checkbox], [type=radio], [type=button])";

/** Whether the element that has the focus needs every key for itself. */
export const needsEveryKey = (target: Element): boolean =>
  target.closest(`${busyWith}, ${typedInto}`) !== null;

/** What moves by these keys itself while it has the focus. */
const movedBy =
  "input, [role=slider]:not([data-playhead]), [role=radiogroup], [role=tablist], [data-own-keys]";

/** Whether the element that has the focus needs a key for itself. */
export function needsKey(target: EventTarget | null, key: FilmKey): boolean {
  if (!(target instanceof Element)) return false;
  if (needsEveryKey(target)) return true;
  const shortcut = filmKeys[key];
  const moves = shortcut.includes("arrow") || key === "toStart" || key === "toEnd";
  if (moves && target.closest(movedBy)) return true;
  if (key === "remove") return target.closest('[data-own-keys="remove"], [data-tile]') !== null;
  // The arrows go from clip to clip.
  return (key === "frameBack" || key === "frameForward") && target.closest("[data-roving]") !== null;
}
