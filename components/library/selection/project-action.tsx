"use client";

import { FolderMinus, FolderPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { BarButton, type SelectionActionProps } from "./bar-button";

const loadDialog = () => import("@/components/takes/add-to-project-dialog");

/** Adds the items to a project, in the order of the list. */
export function ProjectAction({ isTrash, list, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("takes.toProject");
  const [isOpen, setOpen] = useState(false);
  if (isTrash) return null;
  const close = () => setOpen(false);
  return (
    <>
      <BarButton
        icon={<FolderPlus aria-hidden />}
        label={t("label")}
        disabled={disabled}
        onClick={() => setOpen(!disabled)}
      />
      {isOpen ? (
        <FetchedPart
          load={loadDialog}
          props={{
            onAdd: ({ id }) => onRun({ kind: "project-add", projectId: id, sort: list.sort ?? "newest" }),
            onClose: close,
          }}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

/** Removes the items from the project whose items are listed. */
export function RemoveFromProjectAction({ isTrash, list, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const { project } = list;
  if (isTrash || project === undefined) return null;
  return (
    <BarButton
      icon={<FolderMinus aria-hidden />}
      label={t("removeFromProject")}
      disabled={disabled}
      onClick={() => void onRun({ kind: "project-remove", projectId: project })}
    />
  );
}
