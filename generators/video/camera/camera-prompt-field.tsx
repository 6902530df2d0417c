"use client";

import { useTranslations, useFormatter } from "next-intl";
import { useMemo } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FieldBinding } from "@/components/form/form-field";
import { TokenAdvice } from "@/components/form/token-advice";
import { TokenEditor, type TokenEditorView } from "@/components/form/token-editor";
import type { EditorTools } from "@/components/form/token-editor-view";
import {
  CAMERA_GROUP_RECOMMENDED_MAX,
  findCameraGroups,
  type CameraGroup,
} from "@/lib/service/contract/video-modes";
import english from "@/messages/en/camera.json";
import { CameraPalette } from "./camera-palette";
import { findCameraTokens, joinGroup, leaveGroup, swapGroups } from "./camera-prompt";
import { useCameraNames } from "./camera-names";
import { ChevronLeft, ChevronRight, Plus, TriangleAlert, X } from "lucide-react";
import { formatLength } from "@/lib/i18n/units";
import { IconButton } from "@/components/ui/button";
import { CameraChoices } from "./camera-choices";
import { CameraPicture } from "./camera-picture";
import { CameraPopover } from "./camera-popover";

interface CameraPromptFieldProps extends FieldBinding<string | undefined> {
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  /** In Unicode code points, as the service counts. */
  maximumLength: number;
  /** Why the model does not support camera instructions; undefined if it does. */
  refusal?: string | undefined;
  durationSeconds: number;
  /** A thumbnail of the first frame; null if there is none to show. */
  startUrl: string | null;
}

/** A video prompt with camera instructions as tokens, a palette of them, and a preview of the shot. */
export function CameraPromptField({
  value = "",
  maximumLength,
  refusal,
  durationSeconds,
  startUrl,
  disabled = false,
  ...binding
}: CameraPromptFieldProps) {
  const t = useTranslations("camera");
  const ownNames = useCameraNames();
  const names = useMemo(() => [ownNames, english.names] as const, [ownNames]);
  const findTokens = useMemo(() => {
    const crowded = t("advice.crowded", { maximum: CAMERA_GROUP_RECOMMENDED_MAX });
    const words = { crowded, unknown: t("advice.unknown"), named: t("advice.named"), names, refusal };
    return (text: string) => findCameraTokens(text, words);
  }, [t, names, refusal]);
  const nameOf = (fix: string) =>
    findCameraGroups(fix)
      .flatMap(({ instructions }) => instructions.map((instruction) => ownNames[instruction]))
      .join(", ");
  const loadCompletion = async () => {
    const { createCameraCompletion } = await import("./camera-completion");
    return (tools: EditorTools) => createCameraCompletion({ title: t("palette.title"), names }, tools);
  };
  return (
    <TokenEditor
      {...binding}
      value={value}
      disabled={disabled}
      rows={5}
      findTokens={findTokens}
      loadExtensions={loadCompletion}
      note={({ text }) => <Count text={text} maximum={maximumLength} />}
      toolbar={(view) => <CameraPalette view={view} disabled={disabled} refusal={refusal} />}
      footer={(view) => (
        <>
          <TokenAdvice
            view={view}
            disabled={disabled}
            labels={{ fix: (fix) => t("advice.fix", { name: nameOf(fix) }) }}
          />
          {refusal === undefined ? (
            <CameraStrip
              view={view}
              disabled={disabled}
              durationSeconds={durationSeconds}
              startUrl={startUrl}
            />
          ) : null}
        </>
      )}
    />
  );
}

function Count({ text, maximum }: { text: string; maximum: number }) {
  const t = useTranslations("form.prompt");
  const count = countCodePoints(text);
  const over = count - maximum;
  return (
    <span className={over > 0 ? "text-danger" : undefined}>
      {t("count", { count, maximum })}
      {over > 0 ? ` ${t("over", { over })}` : null}
    </span>
  );
}

/** A preview of the shot: an animation for each group of instructions, in order. */
function CameraStrip({
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
            <CameraChoices
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
