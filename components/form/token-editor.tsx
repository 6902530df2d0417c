"use client";

import { useTranslations } from "next-intl";
import {
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { Field } from "@/components/ui/field";
import type { FieldBinding, FieldWords } from "./form-field";
import { isBeingWritten, type FindTokens, type TextSelection, type TextToken } from "./text-token";
import { TokenTextControl, type LoadExtensions, type TextControl } from "./token-text-control";
import { useTypedText } from "./use-typed-text";

/** What buttons beside the editor do with its text. */
export interface TokenEditorActions {
  getText(): string;
  getSelection(): TextSelection;
  /** Writes in place of a range (of the selection, where none is given), as one step of undo; focus goes to the text. */
  insert(text: string, range?: TextSelection): void;
  /** Writes a text in place of the whole one, as one step of undo; focus stays where it is. */
  rewrite(text: string): void;
  /** Takes the last step back; false where there is none to take. */
  undo(): boolean;
  /** Brings the field into sight: on a small screen to its top, so that the foot is free. */
  showFrame(): void;
  /** Brings the text into sight, with as much as there is room for of what stands over it. */
  showText(): void;
  /** Goes to a place in the text; `toTop` shows what follows it. */
  select(range: TextSelection, options?: { toTop?: boolean }): void;
}

/** What is shown around a text, made of the text as it stands in the editor, before the form has it. */
export interface TokenEditorView {
  text: string;
  tokens: readonly TextToken[];
  /** Those that the service would refuse, without the one that is just being written. */
  problems: readonly TextToken[];
  /** Those that are likely not meant as they are written, without the one that is just being written. */
  advised: readonly TextToken[];
  /** Where the caret is; null while the text has no focus. */
  caret: number | null;
  /** The CSS anchor name of the field's frame: what opens beside it leaves the text in sight. */
  frameAnchor: string;
  actions: TokenEditorActions;
}

interface TokenEditorProps extends FieldBinding<string>, FieldWords {
  /** Keep it the same function while it finds the same. */
  findTokens: FindTokens;
  /** Beside the label: a count. */
  note?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Over the text: buttons that insert. */
  toolbar?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Between toolbar and text: a panel that works on the text. */
  panel?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Beside the text, below it where there is no room: an outline. */
  aside?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Under the text: a suggestion; read out with the field. */
  footer?: ((view: TokenEditorView) => ReactNode) | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  /** Lines in sight when it is empty. */
  rows?: number | undefined;
  loadExtensions?: LoadExtensions | undefined;
}

/**
 * A text whose markers are seen as what they are, and marked where they are wrong. A textarea at first; once the page is
 * at rest an editor takes its place that keeps up with 50,000 characters.
 */
export function TokenEditor({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled = false,
  label,
  hint,
  findTokens,
  note,
  toolbar,
  panel,
  aside,
  footer,
  placeholder = "",
  required = false,
  rows = 8,
  loadExtensions,
}: TokenEditorProps) {
  const id = useId();
  const footerId = `${id}-footer`;
  const frameAnchor = `--${id.replaceAll(/[^a-z0-9]/gi, "")}-frame`;
  const rootRef = useRef<HTMLDivElement>(null);
  const frameRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const controlRef = useRef<TextControl>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const typed = useTypedText(normaliseLines(value), onValueChange, rootRef);

  // The editor has asked already when what stands around it does.
  const findOnce = useMemo(() => rememberLast(findTokens), [findTokens]);
  // What stands around the text may come a moment after the letter.
  const text = useDeferredValue(typed.text);
  const tokens = useMemo(() => findOnce(text), [findOnce, text]);
  const settled = tokens.filter((token) => caret === null || !isBeingWritten(token, text, caret));
  const problems = settled.filter((token) => token.problem !== undefined);
  const advised = settled.filter((token) => token.problem === undefined && token.advice !== undefined);
  const [actions] = useState<TokenEditorActions>(() => ({
    getText: () => controlRef.current?.getText() ?? "",
    getSelection: () => controlRef.current?.getSelection() ?? { from: 0, to: 0 },
    insert(inserted, range) {
      const control = controlRef.current;
      if (!control) return;
      control.replace(range ?? control.getSelection(), inserted);
      control.focus();
    },
    rewrite: (rewritten) => controlRef.current?.rewrite(rewritten),
    undo: () => controlRef.current?.undo() ?? false,
    showFrame() {
      const isSmall = matchMedia("(width < 64rem)").matches;
      frameRef.current?.scrollIntoView({ block: isSmall ? "start" : "nearest" });
    },
    showText: () => textRef.current?.scrollIntoView({ block: "nearest" }),
    select(range, options) {
      controlRef.current?.focus();
      controlRef.current?.select(range, options);
    },
  }));
  const view: TokenEditorView = { text, tokens, problems, advised, caret, frameAnchor, actions };
  const foot = footer?.(view);

  return (
    <div
      ref={rootRef}
      onClick={(event) => {
        // A label leads to the textarea by itself; to the editor, which is no form control, it does not.
        if (event.target instanceof HTMLLabelElement) controlRef.current?.focus();
      }}
    >
      <Field
        id={id}
        label={label}
        hint={problems.length > 0 ? undefined : hint}
        // The list tells of each token at fault; the form's sentence would tell of the first one again.
        error={problems.length > 0 ? undefined : error}
        required={required}
        note={note?.(view)}
      >
        <div
          ref={frameRef}
          className="field-surface scroll-my-20 overflow-hidden max-lg:scroll-mt-4"
          style={{ anchorName: frameAnchor } as CSSProperties}
          data-invalid={problems.length > 0 || undefined}
        >
          {toolbar ? (
            <div className="flex flex-wrap items-center gap-0.5 border-b p-1">{toolbar(view)}</div>
          ) : null}
          {panel?.(view)}
          <div ref={textRef} className="@container scroll-my-24 max-lg:scroll-mb-36">
            <div className="flex @max-[20rem]:flex-col">
              <TokenTextControl
                ref={controlRef}
                name={name}
                text={typed.text}
                version={typed.version}
                findTokens={findOnce}
                placeholder={placeholder}
                disabled={disabled}
                rows={rows}
                invalid={problems.length > 0}
                describedBy={foot || problems.length > 0 ? footerId : undefined}
                loadExtensions={loadExtensions}
                onChange={typed.type}
                onCaret={setCaret}
                onBlur={(event) => {
                  typed.settle();
                  // A press on the toolbar is not leaving the field.
                  if (event.relatedTarget instanceof Node && rootRef.current?.contains(event.relatedTarget))
                    return;
                  onBlur?.();
                }}
              />
              {aside?.(view)}
            </div>
          </div>
        </div>
        <div id={footerId}>
          {problems.length > 0 ? (
            <TokenProblemList text={text} problems={problems} onSelect={actions.select} />
          ) : null}
          {foot}
        </div>
      </Field>
    </div>
  );
}

/** The same tokens as long as the text is the same. */
function rememberLast(findTokens: FindTokens): FindTokens {
  let last: { text: string; tokens: readonly TextToken[] } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, tokens: findTokens(text) };
    return last.tokens;
  };
}

/** Line ends as the editor counts them: one character each. */
function normaliseLines(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

const maximumShown = 4;

/** What is wrong with the tokens of a text, each with a way to where it stands. */
function TokenProblemList({
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
