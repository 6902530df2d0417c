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
  const { onDrag, onMove, onRemove, onCover, ...placed } = props;
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
    ...listMoves(),
    ...(project.role === "owner" && item.kind !== "audio"
      ? [{ label: t("useAsCover"), icon: <Image aria-hidden />, onSelect: onCover }]
      : []),
    { label: t("remove"), icon: <FolderMinus aria-hidden />, onSelect: onRemove },
  ];

  function sideOf({ currentTarget, clientX }: DragEvent<HTMLLIElement>): "before" | "after" {
    const { left, width } = currentTarget.getBoundingClientRect();
    return clientX < left + width / 2 ? "before" : "after";
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

  return (
    <ItemTileView
      {...placed}
      item={item}
      restorable={false}
      {...(item.own ? {} : { address: `/api/media/${item.assetId}` })}
      {...(canWork
        ? {
            drag: {
              draggable: true,
              onDragStart: (event: DragEvent<HTMLLIElement>) => {
                event.dataTransfer.effectAllowed = "move";
                onDrag(item.id);
              },
              onDragEnd: () => onDrag(null),
              onDragOver,
              onDragLeave: () => setSide(null),
              onDrop,
            },
          }
        : {})}
      tools={
        <>
          {side ? (
            <span
              aria-hidden
              className={classNames(
                "pointer-events-none absolute inset-y-0 w-1 rounded-full bg-(--project)",
                side === "before" ? "-left-1.5" : "-right-1.5",
              )}
            />
          ) : null}
          {item.own ? null : (
            <span className="pointer-events-none absolute bottom-2 left-2 max-w-4/5 truncate rounded-xs bg-black/62 px-1.5 py-0.5 text-2xs text-white">
              {item.person}
            </span>
          )}
          {canWork ? (
            <span className="absolute top-2 left-2">
              <Menu
                label={t("menu", { name: item.name })}
                variant="ghost"
                size="icon-small"
                className="row-action bg-black/62 text-white! hover:bg-black/80 focus-visible:opacity-100 aria-expanded:opacity-100"
                items={items}
              >
                <Ellipsis aria-hidden />
              </Menu>
            </span>
          ) : null}
        </>
      }
    />
  );
}
