"use client";

import { Button } from "@/components/ui/button";
import { applyFixes, type TextToken } from "./text-token";
import type { TokenEditorView } from "./token-editor";

const maximumShown = 3;

export interface TokenAdviceProps {
  view: TokenEditorView;
  disabled: boolean;
  /** Labels of the button that applies a fix, of the one that applies all, and of the number of hidden tokens. */
  labels: {
    fix: (fix: string) => string;
    fixAll?: (count: number) => string;
    more?: (count: number) => string;
  };
}

/** Lists tokens that are probably mistyped; each selects its place, and a button applies the suggestion. Lazily loaded, hence the default export. */
export default function TokenAdvice({
  view: { advised, text, actions },
  disabled,
  labels,
}: TokenAdviceProps) {
  const fixable = disabled ? [] : advised.filter(({ fix }) => fix !== undefined);
  const apply = (tokens: readonly TextToken[]) => {
    // The view may lag a letter behind the editor.
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
                onClick={() => apply([token])}
                className="rounded-xs font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {labels.fix(token.fix)}
              </button>
            ) : null}
          </li>
        ))}
        {labels.more && advised.length > maximumShown ? (
          <li>{labels.more(advised.length - maximumShown)}</li>
        ) : null}
      </ul>
      {labels.fixAll && fixable.length > 1 ? (
        <Button size="small" variant="outline" className="justify-self-start" onClick={() => apply(fixable)}>
          {labels.fixAll(fixable.length)}
        </Button>
      ) : null}
    </div>
  );
}
