"use client";

import { ArrowLeftRight, Star, Trash2, Undo2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useState, type ComponentType } from "react";
import { compareAddress } from "@/components/takes/compare-address";
import { buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ConfirmDialog } from "@/components/ui/dialog";
import { useShortcut } from "@/components/ui/use-shortcut";
import { ArchiveAction } from "./archive-action";
import { BarButton, barButtonClass, barLabelClass, type SelectionActionProps } from "./bar-button";
import { ProjectAction, RemoveFromProjectAction } from "./project-action";
import { RateAction } from "./rate-action";
import { TagAction } from "./tag-action";

/** Marks all as favourites, or removes the marks if all are known to have one. */
function FavouriteAction({ selection, isTrash, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const items = [...selection.items.values()];
  const areFavourites =
    selection.kind === "some" && items.length > 0 && items.every((item) => item.favourite);
  const run = () => void onRun({ kind: "change", changes: { favourite: !areFavourites } });
  useShortcut("f", run, { enabled: !isTrash });
  if (isTrash) return null;
  return (
    <BarButton
      icon={<Star aria-hidden className={areFavourites ? "fill-current" : undefined} />}
      label={t(areFavourites ? "unfavourite" : "favourite")}
      keys="f"
      disabled={disabled}
      onClick={run}
    />
  );
}

/** Two videos side by side. */
function CompareAction({ selection, isTrash }: SelectionActionProps) {
  const t = useTranslations("selection");
  const [first, second, ...rest] = selection.items.values();
  const isPair = selection.kind === "some" && first?.kind === "video" && second?.kind === "video";
  if (isTrash || !isPair || rest.length > 0) return null;
  return (
    <Link
      href={compareAddress(first.generationId, second.generationId)}
      data-tooltip={t("compare")}
      className={classNames(buttonVariants({ variant: "ghost", size: "small" }), barButtonClass)}
    >
      <ArrowLeftRight aria-hidden />
      <span className={barLabelClass}>{t("compare")}</span>
    </Link>
  );
}

function TrashAction({ isTrash, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const run = () => void onRun({ kind: "change", changes: { trashed: true } });
  useShortcut("delete", run, { enabled: !isTrash });
  if (isTrash) return null;
  const icon = <Trash2 aria-hidden />;
  return <BarButton icon={icon} label={t("trash")} keys="Delete" disabled={disabled} onClick={run} />;
}

function RestoreAction({ isTrash, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const run = () => void onRun({ kind: "change", changes: { trashed: false } });
  if (!isTrash) return null;
  return <BarButton icon={<Undo2 aria-hidden />} label={t("restore")} disabled={disabled} onClick={run} />;
}

function DeleteAction({ isTrash, count, isExact, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const ask = () => !disabled && setAsking(true);
  useShortcut("delete", ask, { enabled: isTrash });
  if (!isTrash) return null;
  return (
    <>
      <BarButton
        icon={<Trash2 aria-hidden />}
        label={t("delete")}
        keys="Delete"
        disabled={disabled}
        onClick={ask}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setPending(true);
          void onRun({ kind: "delete" }).then(() => {
            setPending(false);
            setAsking(false);
          });
        }}
        title={t(isExact ? "confirm.title" : "confirm.titleAbout", { count })}
        confirmLabel={t("delete")}
        cancelLabel={t("cancel")}
        destructive
        pending={pending}
      >
        {t("confirm.explanation")}
      </ConfirmDialog>
    </>
  );
}

/** What can be done with selected items, in the order of the bar. An action renders nothing where it makes no sense. */
export const selectionActions: readonly ComponentType<SelectionActionProps>[] = [
  FavouriteAction,
  RateAction,
  TagAction,
  ProjectAction,
  RemoveFromProjectAction,
  ArchiveAction,
  CompareAction,
  TrashAction,
  RestoreAction,
  DeleteAction,
];

/** What can be done where items of others are selected, too. */
export const sharedActions: readonly ComponentType<SelectionActionProps>[] = [RemoveFromProjectAction];
