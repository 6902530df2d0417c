"use client";

import type { TokenEditorView } from "@/components/form/token-editor";

const maximumShown = 3;

/** Brackets that likely do not do what they seem to: where they stand, and why. */
export function CameraAdvice({ view: { advised, text, actions } }: { view: TokenEditorView }) {
  if (advised.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-1 text-2xs text-text-2">
      {advised.slice(0, maximumShown).map((token) => (
        <li key={token.from}>
          <button
            type="button"
            onClick={() => actions.select(token)}
            className="rounded-xs text-left hover:underline"
          >
            <code className="font-mono text-warning">{text.slice(token.from, token.to)}</code>{" "}
            <span>{token.advice}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
