"use client";

import { FolderPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FetchedPart } from "@/components/ui/fetched-part";
import { BarButton, type SelectionActionProps } from "./bar-button";

/** How many items one request adds. */
const maxAdded = 500;

const loadDialog = () => import("@/components/takes/add-to-project-dialog");

/** Adds the items to a project, if they are few enough for one request. */
export function ProjectAction({ selection, isTrash, disabled }: SelectionActionProps) {
  const t = useTranslations("takes.toProject");
  const [isOpen, setOpen] = useState(false);
  const { kind, items } = selection;
  if (isTrash || kind === "all" || items.size > maxAdded) return null;
  const close = () => setOpen(false);
  return (
    <>
      <BarButton
        icon={<FolderPlus aria-hidden />}
        label={t("label")}
        disabled={disabled}
        onClick={() => setOpen(items.size > 0)}
      />
      {isOpen ? (
        <FetchedPart load={loadDialog} props={{ ids: [...items.keys()], onClose: close }} onFailed={close} />
      ) : null}
    </>
  );
}
