"use client";

import { useTranslations } from "next-intl";
import type { TextToken } from "./text-token";

const maximumShown = 4;

/** What is wrong with the tokens of a text, each with a way to where it stands. */
export function TokenProblemList({
  text,
  problems,
  onSelect,
}: {
  text: string;
  problems: readonly TextToken[];
  onSelect: (token: TextToken) => void;
}) {
  const t = useTranslations("form.tokens");
  const more = problems.length - maximumShown;
  return (
    <ul className="mt-1.5 grid gap-1 text-2xs text-danger">
      {problems.slice(0, maximumShown).map((token) => (
        <li key={token.from}>
          <button
            type="button"
            onClick={() => onSelect(token)}
            className="flex max-w-full items-baseline gap-2 rounded-xs text-left hover:underline"
          >
            <code className="max-w-2/5 shrink-0 truncate font-mono">{text.slice(token.from, token.to)}</code>
            <span className="sr-only">{t("line", { line: lineOf(text, token.from) })}</span>
            <span>{token.problem}</span>
          </button>
        </li>
      ))}
      {more > 0 ? <li>{t("more", { count: more })}</li> : null}
    </ul>
  );
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
