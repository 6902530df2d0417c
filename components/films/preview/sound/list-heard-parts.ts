import { planSound, type SoundPart } from "@/lib/films/plan-sound";
import type { DeskState } from "../../desk/film-desk";
import { mediaAddress } from "../picture/shot-view";

/** A part of the film's sound, and where its file is. */
export interface HeardPart extends SoundPart {
  address: string;
}

/** What is heard of a film, by where it begins, without the items that the person doesn't see. Pure. */
export function listHeardParts({ document, items }: Pick<DeskState, "document" | "items">): HeardPart[] {
  return planSound(document).flatMap((part) => {
    const item = items.get(part.itemId);
    if (!item) return [];
    // Speech without a header; on other files it has no effect.
    const address = `${mediaAddress(item.assetId)}${item.kind === "video" ? "" : "?as=wav"}`;
    return [{ ...part, address }];
  });
}
