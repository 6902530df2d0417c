"use client";

import { useTranslations } from "next-intl";
import type { TokenEditorView } from "@/components/form/token-editor";

import { applyFixes } from "@/components/form/text-token";
import { findCameraGroups } from "@/lib/service/contract/video-modes";

const maximumShown = 3;

/** Lists brackets that likely have no effect, with the reason and a fix. */
export function CameraAdvice({
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
