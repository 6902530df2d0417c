"use client";

import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, ListOrdered, RotateCcw, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { fetchPreset, presetQueries } from "@/components/queries/preset-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";
import { showToast } from "@/components/ui/toast";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { toMissingProblems } from "@/lib/presets/missing-problems";
import { ManagePresetsDialog, SavePresetDialog } from "./preset-dialogs";

type Input = Record<string, unknown>;

export interface PresetMenuProps {
  generator: string;
  /** A new form without a default preset. */
  blankInput: Input;
  /** The values of the form as they are now. */
  readInput: () => Input;
  /** Fills the form. The problems are shown at their fields. */
  onFill: (input: Input, problems?: readonly FieldProblem[]) => void;
}

/** The open menu of presets, and the dialogs it leads to. */
export function PresetMenuContent({ generator, blankInput, readInput, onFill }: PresetMenuProps) {
  const t = useTranslations("presets");
  const showError = useErrorToast();
  const { data } = useQuery(presetQueries.list(generator));
  const [dialog, setDialog] = useState<"save" | "manage" | null>(null);
  const presets = data?.presets ?? [];
  const close = () => setDialog(null);

  /** Fills the form; what it held before comes back with Undo. */
  function fill(title: string, input: Input, problems: readonly FieldProblem[] = []) {
    const before = readInput();
    onFill(input, problems);
    showToast({
      tone: "plain",
      title,
      description: problems.length > 0 ? t("missing") : undefined,
      action: { label: t("undo"), onSelect: () => onFill(before) },
    });
  }

  async function apply(id: string) {
    try {
      const { name, input, missing } = await fetchPreset(id);
      fill(t("applied", { name }), input, toMissingProblems(missing));
    } catch (error) {
      showError(error);
    }
  }

  async function startOver() {
    const usual = presets.find(({ isDefault }) => isDefault);
    if (usual) await apply(usual.id);
    else fill(t("startedOver"), blankInput);
  }

  const items: MenuItem[] = [
    {
      label: t("save"),
      icon: <BookmarkPlus aria-hidden />,
      opensDialog: true,
      onSelect: () => setDialog("save"),
    },
    {
      label: t("startOver"),
      icon: <RotateCcw aria-hidden />,
      opensDialog: true,
      onSelect: () => void startOver(),
    },
    { kind: "separator" },
    ...(presets.length === 0 ? [{ kind: "heading", label: t("none") } as const] : []),
    ...presets.map(({ id, name, isDefault }) => ({
      label: name,
      icon: isDefault ? (
        <Star role="img" aria-label={t("default")} className="fill-current" />
      ) : (
        <span className="w-4 shrink-0" />
      ),
      // The menu returns the focus to its button before the form takes it.
      opensDialog: true,
      onSelect: () => void apply(id),
    })),
    ...(presets.length > 0
      ? [
          { kind: "separator" } as const,
          {
            label: t("manage"),
            icon: <ListOrdered aria-hidden />,
            opensDialog: true,
            onSelect: () => setDialog("manage"),
          },
        ]
      : []),
  ];
  return (
    <>
      <MenuContent items={items} />
      {dialog === "save" ? (
        <SavePresetDialog generator={generator} readInput={readInput} onClose={close} />
      ) : null}
      {dialog === "manage" ? (
        <ManagePresetsDialog generator={generator} presets={presets} readInput={readInput} onClose={close} />
      ) : null}
    </>
  );
}
