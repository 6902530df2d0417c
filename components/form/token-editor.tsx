"use client";

import { useTranslations } from "next-intl";
import {
  use,
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
import { TypedTextsContext } from "./typed-texts";
import { useTypedText } from "./use-typed-text";
import { WritingToolsContext } from "./writing-tools";

/** What toolbar and panels can do with the text. */
export interface TokenEditorActions {
  getText(): string;
  getSelection(): TextSelection;
  /** Replaces a range, by default the selection, in one undo step and focuses the text. */
  insert(text: string, range?: TextSelection): void;
  /** Replaces the whole text in one undo step. Focus stays. */
  rewrite(text: string): void;
  /** Undoes the last step. Returns false if there is none. */
  undo(): boolean;
  /** Scrolls the field into view; on a small screen to its top, so that the area below stays free. */
  showFrame(): void;
  /** Scrolls the text into view, with as much above it as fits. */
  showText(): void;
  /** Selects a range; `toTop` scrolls it to the top. */
  select(range: TextSelection, options?: { toTop?: boolean }): void;
}

/** The state for everything around the text. It follows the editor, which is ahead of the form. */
export interface TokenEditorView {
  text: string;
  tokens: readonly TextToken[];
  /** Tokens that the service would refuse, except the one being typed. */
  problems: readonly TextToken[];
  /** Tokens with advice, except the one being typed. */
  advised: readonly TextToken[];
  /** Offset of the caret; null without focus. */
  caret: number | null;
  /** CSS anchor name of the field's frame: panels open beside it and leave the text visible. */
  frameAnchor: string;
  actions: TokenEditorActions;
}

interface TokenEditorProps extends FieldBinding<string>, FieldWords {
  /** Keep the function stable while it finds the same. */
  findTokens: FindTokens;
  /** Beside the label: a count. */
  note?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Above the text: buttons that insert. */
  toolbar?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Between toolbar and text: a panel that works on the text. */
  panel?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Beside the text, or below it without room: an outline. */
  aside?: ((view: TokenEditorView) => ReactNode) | undefined;
  /** Below the text: a suggestion, part of the field's description. */
  footer?: ((view: TokenEditorView) => ReactNode) | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  /** Visible lines of an empty text. */
  rows?: number | undefined;
  loadExtensions?: LoadExtensions | undefined;
}

/**
 * A text field that highlights markers and their mistakes. It starts as a textarea; when the page is idle, an editor
 * replaces it that stays fast with 50,000 characters.
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
  const texts = use(TypedTextsContext);
  const typed = useTypedText(normaliseLines(value), onValueChange, rootRef, (changed) => {
    if (name !== undefined) texts?.set(name, changed);
  });

  // Editor and surroundings ask for the same text: the result is computed once.
  const findOnce = useMemo(() => cacheLast(findTokens), [findTokens]);
  // What surrounds the text may lag behind typing.
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
  const renderTools = use(WritingToolsContext);

  return (
    <div
      ref={rootRef}
      onClick={(event) => {
        // A label focuses a textarea, but not the editor, which is no form control.
        if (event.target instanceof HTMLLabelElement) controlRef.current?.focus();
      }}
    >
      <Field
        id={id}
        label={label}
        hint={problems.length > 0 ? undefined : hint}
        // The list names each invalid token; the form's message would repeat the first one.
        error={problems.length > 0 ? undefined : error}
        required={required}
        note={note?.(view)}
        action={renderTools?.({ name, label, disabled, editor: actions })}
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
                  // Focus on the toolbar counts as inside the field.
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

/** Caches the tokens of the last text. */
function cacheLast(findTokens: FindTokens): FindTokens {
  let last: { text: string; tokens: readonly TextToken[] } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, tokens: findTokens(text) };
    return last.tokens;
  };
}

/** Normalises line ends to one character, as the editor counts them. */
function normaliseLines(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
}

const maximumShown = 4;

/** Lists invalid tokens; each selects its place in the text. */
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
