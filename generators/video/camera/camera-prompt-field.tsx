"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { countCodePoints } from "@/components/form/count-code-points";
import type { FieldBinding } from "@/components/form/form-field";
import { TokenEditor, type TokenEditorView } from "@/components/form/token-editor";
import { CAMERA_GROUP_RECOMMENDED_MAX, findCameraGroups } from "@/lib/service/contract/video-modes";
import english from "@/messages/en/camera.json";
import { CameraPalette } from "./camera-palette";
import { findCameraTokens } from "./camera-prompt";
import { CameraStrip } from "./camera-strip";
import { useCameraNames } from "./camera-names";
import { applyFixes } from "@/components/form/text-token";

const maximumShown = 3;

/** Lists brackets that likely have no effect, with the reason and a fix. */
function CameraAdvice({
  view: { advised, text, actions },
  disabled,
}: {
  view: TokenEditorView;
  disabled: boolean;
}) {
  const t = useTranslations("camera");
  if (advised.length === 0) return null;
  const nameOf = (fix: string) =>
    findCameraGroups(fix)
      .flatMap(({ instructions }) => instructions.map((instruction) => t(`names.${instruction}`)))
      .join(", ");
  return (
    <ul className="mt-1.5 grid gap-1 text-2xs text-text-2">
      {advised.slice(0, maximumShown).map((token) => (
        <li key={token.from} className="flex flex-wrap items-baseline gap-x-2">
          <button
            type="button"
            onClick={() => actions.select(token)}
            className="rounded-xs text-left hover:underline"
          >
            <code className="font-mono text-warning">{text.slice(token.from, token.to)}</code>{" "}
            <span>{token.advice}</span>
          </button>
          {token.fix !== undefined && !disabled ? (
            <button
              type="button"
              onClick={() => {
                // Does nothing if the text changed since this was rendered.
                if (actions.getText() === text) actions.rewrite(applyFixes(text, [token]));
              }}
              className="rounded-xs font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {t("advice.fix", { name: nameOf(token.fix) })}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

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
  const loadCompletion = async () => {
    const { createCameraCompletion } = await import("./camera-completion");
    return createCameraCompletion({ title: t("palette.title"), names });
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
          <CameraAdvice view={view} disabled={disabled} />
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
