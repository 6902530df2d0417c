import type { PageNamespace } from "@/lib/i18n/catalogues";

/** The messages of `takes` that lists of tiles show: a small part of what takes need. */
export const tileMessages = [
  "takes.actions.makeCover",
  "takes.actions.makeVideo",
  "takes.actions.restore",
  "takes.backupAddress",
  "takes.elapsed",
  "takes.factSeparator",
  "takes.failed",
  "takes.favourite",
  "takes.item.stars",
  "takes.loadFailed",
  "takes.madeInTime",
  "takes.madeOf",
  "takes.open",
  "takes.partial",
  "takes.pictureBroken",
  "takes.refused",
  "takes.stack",
  "takes.states",
  "takes.toProject",
  "takes.tryAgain",
  "takes.unknownState",
  "takes.untitled",
  "takes.video",
  "takes.waiting",
] as const satisfies readonly PageNamespace[];
