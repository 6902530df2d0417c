"use client";

import { ChevronLeft, ChevronRight, Plus, TriangleAlert, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { TokenEditorView } from "@/components/form/token-editor";
import { IconButton } from "@/components/ui/button";
import { formatLength } from "@/lib/i18n/clocks";
import {
  CAMERA_GROUP_RECOMMENDED_MAX,
  findCameraGroups,
  type CameraGroup,
} from "@/lib/service/contract/camera-instructions";
import { CameraPicture } from "./camera-picture";
import { CameraPopover, LazyCameraChoices } from "./camera-popover";
import { joinGroup, leaveGroup, swapGroups } from "./camera-prompt";

/** A preview of the shot: an animation for each group of instructions, in order. Lazily loaded, hence the default export. */
export default function CameraStrip({
  view,
  disabled,
  durationSeconds,
  startUrl,
}: {
  view: TokenEditorView;
  disabled: boolean;
  durationSeconds: number;
  /** A thumbnail of the first frame; null if there is none to show. */
  startUrl: string | null;
}) {
  const t = useTranslations("camera.strip");
  const { text, actions } = view;
  const groups = findCameraGroups(text);
  if (groups.length === 0) return null;
  const rewrite = (rewritten: string) => {
    // Does nothing if the text changed since this was rendered.
    if (actions.getText() === text) actions.rewrite(rewritten);
  };
  return (
    <div className="mt-2">
      <p className="mb-1 flex justify-between text-2xs text-text-3">
        <span>{t("start")}</span>
        <span>{t("end", { time: formatLength(durationSeconds) })}</span>
      </p>
      <ol aria-label={t("label")} className="flex gap-1.5 overflow-x-auto pb-1.5">
        {startUrl ? (
          <li className="w-14 shrink-0">
            {/* A thumbnail with the right size. */}
            <img src={startUrl} alt={t("firstFrame")} className="h-17 w-full rounded-md object-cover" />
          </li>
        ) : null}
        {groups.map((group, index) => (
          <Move
            key={`${index}-${group.instructions.join()}`}
            group={group}
            number={index + 1}
            count={groups.length}
            disabled={disabled}
            onSelect={() => actions.select(group)}
            onSwap={(step) => rewrite(swapGroups(text, group, groups[index + step]!))}
            onRewrite={rewrite}
            view={view}
          />
        ))}
      </ol>
    </div>
  );
}

function Move({
  group,
  number,
  count,
  view,
  disabled,
  onSelect,
  onSwap,
  onRewrite,
}: {
  group: CameraGroup;
  number: number;
  count: number;
  view: TokenEditorView;
  disabled: boolean;
  onSelect: () => void;
  onSwap: (step: 1 | -1) => void;
  onRewrite: (text: string) => void;
}) {
  const t = useTranslations("camera");
  const format = useFormatter();
  const { text } = view;
  const { instructions } = group;
  const isCrowded = instructions.length > CAMERA_GROUP_RECOMMENDED_MAX;
  const names = instructions.map((instruction) => t(`names.${instruction}`));
  const name = format.list(names, { type: "conjunction" });
  return (
    <li className="w-34 shrink-0 rounded-md border p-1.5">
      <button
        type="button"
        onClick={onSelect}
        aria-label={t("strip.select", { number, name })}
        className="block w-full rounded-sm"
      >
        <CameraPicture instructions={instructions} />
      </button>
      <ul className="mt-1 grid gap-0.5 text-2xs text-text-2">
        {instructions.map((instruction, index) => (
          <li key={`${index}-${instruction}`} className="flex items-center gap-1">
            <span className="min-w-0 flex-1 truncate">{names[index]}</span>
            <button
              type="button"
              disabled={disabled}
              aria-label={t("strip.remove", { name: names[index] ?? "", number })}
              onClick={() => onRewrite(leaveGroup(text, group, instruction))}
              className="grid size-6 place-items-center rounded-sm text-text-3 hover:bg-hover hover:text-text disabled:opacity-50"
            >
              <X aria-hidden className="size-3" />
            </button>
          </li>
        ))}
      </ul>
      {instructions.length > 1 ? (
        <p className={`mt-1 flex items-center gap-1 text-2xs ${isCrowded ? "text-warning" : "text-text-3"}`}>
          {isCrowded ? <TriangleAlert aria-hidden className="size-3 shrink-0" /> : null}
          {t("strip.atOnce", { count: instructions.length })}
        </p>
      ) : null}
      <div className="mt-1 flex items-center justify-between">
        <IconButton
          label={t("strip.earlier", { number })}
          disabled={disabled || number === 1}
          onClick={() => onSwap(-1)}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <CameraPopover
          view={view}
          variant="ghost"
          size="icon-small"
          disabled={disabled}
          label={t("strip.add", { number })}
          aria-label={t("strip.add", { number })}
          trigger={<Plus aria-hidden />}
        >
          {(close) => (
            <LazyCameraChoices
              chosen={instructions}
              onChoose={(instruction) => {
                const change = joinGroup(group, instruction);
                close();
                if (change) onRewrite(text.slice(0, change.from) + change.insert + text.slice(change.to));
              }}
            />
          )}
        </CameraPopover>
        <IconButton
          label={t("strip.later", { number })}
          disabled={disabled || number === count}
          onClick={() => onSwap(1)}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}
