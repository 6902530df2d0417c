import { isDragging } from "@/components/queries/item-drag";
import type { SoundTrack } from "@/lib/films/film-document";
import { soundTracks } from "@/lib/films/film-document";

/** Where items that are dragged over the timeline would go. */
export type Drop =
  | { kind: "shot"; /** Before which shot. */ index: number }
  | {
      kind: "sound";
      ms: number;
      /** Over which track the pointer is, if it is one for sounds. */ track: SoundTrack | null;
    };

/** Whether only sounds are dragged, as far as one can know before the drop. Pure. */
export function isSoundDrag(transfer: Pick<DataTransfer, "types">): boolean {
  return isDragging(transfer, "kind", "audio");
}

/** The track of sounds that an element lies in. */
export function findSoundTrack(target: EventTarget | null): SoundTrack | null {
  const name =
    target instanceof Element ? target.closest<HTMLElement>("[data-track]")?.dataset.track : undefined;
  return soundTracks.find((track) => track === name) ?? null;
}
