"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { FieldBinding } from "@/components/form/form-field";
import { LazyTokenAdvice } from "@/components/form/lazy-token-advice";
import { TokenEditor } from "@/components/form/token-editor";
import type { EditorTools } from "@/components/form/token-editor-view";
import { CAMERA_GROUP_RECOMMENDED_MAX, findCameraGroups } from "@/lib/service/contract/camera-instructions";
import { FetchedPart } from "@/components/ui/fetched-part";
import { CameraPalette } from "./camera-palette";
import { findCameraTokens } from "./camera-prompt";
import { loadEnglishNames, useCameraNames, type CameraNames } from "./camera-names";

/** Comes with the first prompt that has instructions. */
const loadStrip = () => import("./camera-strip");

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
  const locale = useLocale();
  const ownNames = useCameraNames();
  const [english, setEnglish] = useState<readonly CameraNames[]>([]);
  useEffect(() => {
    void loadEnglishNames(locale).then(setEnglish);
  }, [locale]);
  const names = useMemo(() => [ownNames, ...english] as const, [ownNames, english]);
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
    const [{ createCameraCompletion }, others] = await Promise.all([
      import("./camera-completion"),
      loadEnglishNames(locale),
    ]);
    const known = [ownNames, ...others] as const;
    return (tools: EditorTools) => createCameraCompletion({ title: t("palette.title"), names: known }, tools);
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
          <LazyTokenAdvice
            view={view}
            disabled={disabled}
            labels={{ fix: (fix) => t("advice.fix", { name: nameOf(fix) }) }}
          />
          {refusal === undefined && findCameraGroups(view.text).length > 0 ? (
            <FetchedPart
              load={loadStrip}
              props={{ view, disabled, durationSeconds, startUrl }}
              // As high as a group with one instruction.
              fallback={<div className="h-46" />}
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
