"use client";

import { Video } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TokenEditorView } from "@/components/form/token-editor";
import { CameraPopover, LazyCameraChoices } from "./camera-popover";
import { beginGroup, findGroupAt, joinGroup } from "./camera-prompt";

/** Inserts a camera instruction at the caret, or adds it to the group around the caret. */
export function CameraPalette({
  view,
  disabled,
  refusal,
}: {
  view: TokenEditorView;
  disabled: boolean;
  /** Why the model does not support instructions; they are listed but disabled. */
  refusal?: string | undefined;
}) {
  const t = useTranslations("camera.palette");
  const { actions } = view;
  return (
    <CameraPopover
      view={view}
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("title")}
      trigger={
        <>
          <Video aria-hidden />
          {t("button")}
        </>
      }
    >
      {(close) => {
        const group = findGroupAt(actions.getText(), actions.getSelection());
        return (
          <>
            <p className="px-1.5 pt-1 pb-2 text-sm text-text-2">
              {refusal ?? (group ? t("joins", { count: group.instructions.length }) : t("begins"))}
            </p>
            <LazyCameraChoices
              disabled={refusal !== undefined}
              chosen={group?.instructions ?? []}
              onChoose={(instruction) => {
                const text = actions.getText();
                const selection = actions.getSelection();
                const at = findGroupAt(text, selection);
                const change = at ? joinGroup(at, instruction) : beginGroup(text, selection, instruction);
                close();
                if (change) actions.insert(change.insert, change);
              }}
            />
          </>
        );
      }}
    </CameraPopover>
  );
}
