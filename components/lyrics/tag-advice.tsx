"use client";

import { useTranslations } from "next-intl";
import { applyFixes, type TextToken } from "@/components/form/text-token";
import type { TokenEditorView } from "@/components/form/token-editor";
import { Button } from "@/components/ui/button";

const maximumShown = 3;

/** Tags that are likely not meant as they are written: where they stand, and with one press what they could be. */
export function TagAdvice({ view, disabled }: { view: TokenEditorView; disabled: boolean }) {
  const t = useTranslations("lyrics.advice");
  const { advised, text, actions } = view;
  if (advised.length === 0) return null;
  const fixable = advised.filter(({ fix }) => fix !== undefined);
  const fix = (tokens: readonly TextToken[]) => {
    // What is shown may be a letter behind what stands there.
    if (actions.getText() === text) actions.rewrite(applyFixes(text, tokens));
  };
  return (
    <div className="mt-1.5 grid gap-1 text-2xs text-text-2">
      <ul className="grid gap-1">
        {advised.slice(0, maximumShown).map((token) => (
          <li key={token.from} className="flex flex-wrap items-baseline gap-x-2">
            <button
              type="button"
              onClick={() => actions.select(token)}
              className="min-w-0 rounded-xs text-left hover:underline"
            >
              <code className="font-mono text-warning">{text.slice(token.from, token.to)}</code>{" "}
              <span>{token.advice}</span>
            </button>
            {token.fix !== undefined && !disabled ? (
              <button
                type="button"
                onClick={() => fix([token])}
                className="rounded-xs font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {t("fix", { tag: token.fix })}
              </button>
            ) : null}
          </li>
        ))}
        {advised.length > maximumShown ? (
          <li>{t("more", { count: advised.length - maximumShown })}</li>
        ) : null}
      </ul>
      {fixable.length > 1 && !disabled ? (
        <Button size="small" variant="outline" className="justify-self-start" onClick={() => fix(fixable)}>
          {t("fixAll", { count: fixable.length })}
        </Button>
      ) : null}
    </div>
  );
}
