"use client";

import { useQuery } from "@tanstack/react-query";
import { Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { SelectionMessages } from "@/components/library/selection/selection-messages";
import { projectQueries } from "@/components/queries/project-queries";
import { useItemDrops } from "./use-item-drops";

interface DropLayerProps {
  /** Shows projects to drop on. */
  withProjects: boolean;
}

/** Projects onto which items can be dropped, over the rail while they are dragged. Loaded on demand. */
export default function DropLayer(props: DropLayerProps) {
  return (
    <SelectionMessages>
      <Layer {...props} />
    </SelectionMessages>
  );
}

const maxShown = 8;

function Layer({ withProjects }: DropLayerProps) {
  const t = useTranslations("selection.drop");
  const { data } = useQuery({ ...projectQueries.open(), enabled: withProjects });
  useItemDrops();
  const projects = withProjects ? (data?.projects.slice(0, maxShown) ?? []) : [];
  if (projects.length === 0) return null;
  return (
    // The project action of the selection bar does the same without a mouse.
    <div
      aria-hidden
      data-drop-panel=""
      className="fixed bottom-[calc(0.875rem+var(--player-height))] left-3 z-50 max-h-[55dvh] w-46 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1.5 shadow-float max-md:hidden"
    >
      <p className="px-2 pt-1 pb-1.5 text-2xs text-text-3">{t("projects")}</p>
      <ul className="grid grid-cols-1 gap-1">
        {projects.map(({ id, title, colour }) => (
          <li
            key={id}
            data-drop-project={id}
            data-colour={colour}
            className="flex items-center gap-2 rounded-md border border-line bg-panel px-2 py-1.75 text-sm"
          >
            <Folder className="size-4 shrink-0 text-(--project)" />
            <span className="truncate" dir="auto">
              {title}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
