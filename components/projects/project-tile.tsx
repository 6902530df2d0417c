"use client";

import {
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  Ellipsis,
  FolderMinus,
  Image,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type DragEvent } from "react";
import { ItemTileView } from "@/components/library/item-tile";
import { LazyItemLine } from "@/components/library/lazy-item-line";
import { classNames } from "@/components/ui/class-names";
import { Menu, type MenuItem } from "@/components/ui/menu";
import type { ProjectDto, ProjectItemDto } from "@/lib/projects/project-dto";

/** Where an item is put: beside another one, or at the end. */
export interface Move {
  before?: string | undefined;
  after?: string | undefined;
}

interface ProjectTileProps {
  item: ProjectItemDto;
  project: ProjectDto;
  /** In a list: as a line. */
  asLine: boolean;
  /** It can be put in another place. */
  isMovable: boolean;
  index: number;
  widthPx: number;
  heightPx: number;
  eager: boolean;
  /** Its neighbours, and the first item. */
  previous: string | undefined;
  next: string | undefined;
  first: string | undefined;
  /** The item that is being dragged. */
  dragged: string | null;
  onDrag: (id: string | null) => void;
  onMove: (id: string, place: Move) => void;
  onRemove: () => void;
  onCover: () => void;
}

/** An item of a project. Whoever works in it drags it to another place, or moves it by its menu. */
export function ProjectTile({ item, project, previous, next, first, dragged, ...props }: ProjectTileProps) {
  const { asLine, isMovable, onDrag, onMove, onRemove, onCover, widthPx, ...placed } = props;
  const t = useTranslations("projects.item");
  const [side, setSide] = useState<"before" | "after" | null>(null);
  const canWork = project.role !== "view";

  const listMoves = (): MenuItem[] => [
    ...(previous && first
      ? [
          {
            label: t("toStart"),
            icon: <ArrowLeftToLine aria-hidden />,
            onSelect: () => onMove(item.id, { before: first }),
          },
          {
            label: t("earlier"),
            icon: <ArrowLeft aria-hidden />,
            onSelect: () => onMove(item.id, { before: previous }),
          },
        ]
      : []),
    ...(next
      ? [
          {
            label: t("later"),
            icon: <ArrowRight aria-hidden />,
            onSelect: () => onMove(item.id, { after: next }),
          },
          { label: t("toEnd"), icon: <ArrowRightToLine aria-hidden />, onSelect: () => onMove(item.id, {}) },
        ]
      : []),
  ];
  const items: MenuItem[] = [
    ...(isMovable ? listMoves() : []),
    ...(project.role === "owner" && item.kind !== "audio"
      ? [{ label: t("useAsCover"), icon: <Image aria-hidden />, onSelect: onCover }]
      : []),
    { label: t("remove"), icon: <FolderMinus aria-hidden />, onSelect: onRemove },
  ];

  function sideOf({ currentTarget, clientX, clientY }: DragEvent<HTMLLIElement>): "before" | "after" {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const isBefore = asLine ? clientY < top + height / 2 : clientX < left + width / 2;
    return isBefore ? "before" : "after";
  }

  function onDragOver(event: DragEvent<HTMLLIElement>) {
    if (dragged === null || dragged === item.id) return;
    event.preventDefault();
    setSide(sideOf(event));
  }

  function onDrop(event: DragEvent<HTMLLIElement>) {
    if (dragged === null || dragged === item.id) return;
    event.preventDefault();
    onMove(dragged, { [sideOf(event)]: item.id });
    setSide(null);
    onDrag(null);
  }

  const shown = {
    ...placed,
    item,
    restorable: false,
    ...(item.own ? {} : { address: `/projects/${project.id}/items/${item.id}` }),
    ...(isMovable
      ? {
          drag: {
            draggable: true,
            onDragStart: (event: DragEvent<HTMLLIElement>) => {
              // Onto another project, it is copied.
              event.dataTransfer.effectAllowed = "copyMove";
              onDrag(item.id);
            },
            onDragEnd: () => onDrag(null),
            onDragOver,
            onDragLeave: () => setSide(null),
            onDrop,
          },
        }
      : {}),
    tools: (
      <>
        {side ? <DropMark side={side} inLine={asLine} /> : null}
        {item.own ? null : (
          <span
            className={
              asLine
                ? "max-w-28 truncate text-2xs text-text-3"
                : "pointer-events-none absolute bottom-2 left-2 max-w-4/5 truncate rounded-xs bg-black/62 px-1.5 py-0.5 text-2xs text-white"
            }
          >
            {item.person}
          </span>
        )}
        {canWork ? (
          <span className={asLine ? "relative -mr-1" : "absolute top-2 left-10"}>
            <Menu
              label={t("menu", { name: item.name })}
              variant="ghost"
              size="icon-small"
              className={classNames(
                "row-action focus-visible:opacity-100 aria-expanded:opacity-100",
                asLine ? "" : "bg-black/62 text-white! hover:bg-black/80",
              )}
              items={items}
            >
              <Ellipsis aria-hidden />
            </Menu>
          </span>
        ) : null}
      </>
    ),
  };
  return asLine ? <LazyItemLine {...shown} byDay={false} /> : <ItemTileView {...shown} widthPx={widthPx} />;
}

/** Where a dragged item would be put. */
function DropMark({ side, inLine }: { side: "before" | "after"; inLine: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "pointer-events-none absolute rounded-full bg-(--project)",
        inLine ? "inset-x-0 h-1" : "inset-y-0 w-1",
        inLine && (side === "before" ? "-top-1.5" : "-bottom-1.5"),
        !inLine && (side === "before" ? "-left-1.5" : "-right-1.5"),
      )}
    />
  );
}
