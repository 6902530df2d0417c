import { replaceContent, setShot } from "@/lib/films/edit-shots";
import type { Shot, ShotContent } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { makeContentOf, makeShotOf } from "@/lib/films/from-item";
import type { FilmDesk } from "../desk/film-desk";

/** Puts another video or image into a shot and keeps the cut. A name that was the item's becomes the new one's. */
export function replaceTake(desk: FilmDesk, shot: Shot, item: FilmItem): void {
  const { items, document } = desk.read();
  const before = "itemId" in shot.content ? items.get(shot.content.itemId) : undefined;
  desk.addItems([item]);
  const { name } = makeShotOf(item, { id: shot.id, frameRate: document.frameRate });
  const keepsName = before !== undefined && shot.name !== before.name && shot.name !== "";
  desk.edit((film) => {
    const content = keepCut(shot.content, item);
    const replaced = replaceContent(film, shot.id, { content, lengths: desk.lengths });
    return keepsName ? replaced : setShot(replaced, shot.id, { name });
  });
}

/** The same part, speed and sound of another video, or the same move over another image. */
function keepCut(before: ShotContent, item: FilmItem): ShotContent {
  const content = makeContentOf(item);
  if (content.kind === "picture")
    return before.kind === "picture" ? { ...content, move: before.move } : content;
  if (before.kind !== "video") return content;
  const { speed, sound } = before;
  // A shorter take may end before the part begins.
  const isThere = item.durationSeconds === undefined || before.from < item.durationSeconds - 0.1;
  return { ...content, speed, sound, from: isThere ? before.from : 0 };
}
