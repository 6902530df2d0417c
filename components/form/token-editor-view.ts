import { history, historyKeymap, isolateHistory, standardKeymap, undo } from "@codemirror/commands";
import {
  Compartment,
  EditorSelection,
  EditorState,
  Facet,
  StateField,
  type Extension,
  type Text,
  type Transaction,
} from "@codemirror/state";
import {
  Decoration,
  EditorView,
  keymap,
  placeholder as placeholderExtension,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import {
  findDifference,
  indexOfTokenAt,
  isBeingWritten,
  type FindTokens,
  type TextSelection,
  type TextToken,
} from "./text-token";

/** What can change while the editor stands. */
export interface TokenViewSettings {
  findTokens: FindTokens;
  placeholder: string;
  disabled: boolean;
  /** Of the element that is typed into: id, name, aria-*. */
  attributes: Readonly<Record<string, string>>;
}

export interface TokenViewOptions {
  parent: HTMLElement;
  text: string;
  selection: TextSelection;
  settings: TokenViewSettings;
  /** What this editor has beside the others: completions. */
  extensions?: Extension | undefined;
  /** `isKey`: a letter typed or deleted, of which the next one may come at once. */
  onChange: (text: string, isKey: boolean) => void;
  /** The caret moved, or the editor gained or lost the focus; null when it has no focus. */
  onCaret: (caret: number | null, isKey: boolean) => void;
  onBlur: (event: FocusEvent) => void;
}

/** What the field does with its editor. */
export interface TokenView {
  readonly element: HTMLElement;
  getText(): string;
  getSelection(): TextSelection;
  /** Writes in place of a range, as one step of undo, and leaves the caret behind it. */
  replace(range: TextSelection, text: string): void;
  /** Takes over a text that came from outside. */
  setText(text: string): void;
  /** Writes a text in place of the whole one, as one step of undo; caret and focus stay where they are. */
  rewrite(text: string): void;
  /** Takes the last step back; false where there is none. */
  undo(): boolean;
  /** `toTop` brings the beginning of the range to the top of the editor, as far as the text goes. */
  select(range: TextSelection, options?: { toTop?: boolean }): void;
  focus(): void;
  configure(settings: TokenViewSettings): void;
  destroy(): void;
}

const findTokensFacet = Facet.define<FindTokens, FindTokens>({
  combine: (finders) => finders[0] ?? (() => []),
});

const texts = new WeakMap<Text, string>();

/** A document as one string, put together once: all who ask are given the same. */
function textOf(doc: Text): string {
  let text = texts.get(doc);
  if (text === undefined) {
    text = doc.toString();
    texts.set(doc, text);
  }
  return text;
}

const tokensField = StateField.define<readonly TextToken[]>({
  create: (state) => state.facet(findTokensFacet)(textOf(state.doc)),
  update: (tokens, transaction) => {
    const finder = transaction.state.facet(findTokensFacet);
    const same = !transaction.docChanged && finder === transaction.startState.facet(findTokensFacet);
    return same ? tokens : finder(textOf(transaction.state.doc));
  },
});

/** Marks what is in sight only, so that a text of 50,000 characters costs no more than a short one. */
const tokenMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = markVisible(view);
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, selectionSet, focusChanged, state, startState } = update;
      const newTokens = state.field(tokensField) !== startState.field(tokensField);
      if (docChanged || viewportChanged || selectionSet || focusChanged || newTokens) {
        this.decorations = markVisible(update.view);
      }
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function markVisible(view: EditorView): DecorationSet {
  const tokens = view.state.field(tokensField);
  const { doc, selection } = view.state;
  const text = { slice: (from: number, to: number) => doc.sliceString(from, to) };
  const marks = [];
  for (const { from, to } of view.visibleRanges) {
    for (let index = indexOfTokenAt(tokens, from); index < tokens.length; index += 1) {
      const token = tokens[index]!;
      if (token.from > to) break;
      const words = token.problem ?? token.advice;
      const told =
        words !== undefined && !(view.hasFocus && isBeingWritten(token, text, selection.main.head));
      const look = told ? (token.problem === undefined ? "cm-token-advice" : "cm-token-problem") : "";
      const mark = markOf(token.kind, look, told ? words : undefined, token.gloss);
      marks.push(mark.range(token.from, token.to));
    }
  }
  return Decoration.set(marks);
}

const knownMarks = new Map<string, Decoration>();

/** The same mark for what looks and says the same: what did not change is then known without comparing. */
function markOf(
  kind: string,
  look: string,
  words: string | undefined,
  gloss: string | undefined,
): Decoration {
  const key = JSON.stringify([kind, look, words, gloss]);
  let mark = knownMarks.get(key);
  if (!mark) {
    mark = Decoration.mark({
      class: `cm-token ${look}`.trimEnd(),
      attributes: {
        "data-token": kind,
        ...(words === undefined ? {} : { "data-tooltip": words }),
        ...(gloss === undefined ? {} : { "data-gloss": gloss }),
      },
    });
    knownMarks.set(key, mark);
  }
  return mark;
}

/** Letters typed or deleted one by one; not what is pasted, written by a button, or taken back. */
function isKey(transaction: Transaction): boolean {
  return transaction.isUserEvent("input.type") || transaction.isUserEvent("delete");
}

/** The look of the textarea that stands here until the editor has come. */
const look = EditorView.theme({
  "&": { flex: "1", minHeight: "0" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.55", overflow: "auto", flex: "1", minHeight: "0" },
  ".cm-content": { padding: "9px 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 11px" },
  ".cm-placeholder": { color: "var(--text-3)" },
  ".cm-token": {
    borderRadius: "4px",
    padding: "1px 0",
    backgroundColor: "color-mix(in oklch, var(--hue) 17%, transparent)",
    // On its own tint, the colour itself would be too faint to read.
    color: "color-mix(in oklch, var(--hue) 75%, var(--text))",
  },
  ".cm-token[data-gloss]::after": {
    content: "attr(data-gloss)",
    marginLeft: "0.4em",
    paddingRight: "0.3em",
    fontSize: "0.8em",
    color: "var(--text-2)",
  },
  ".cm-token-problem": {
    backgroundColor: "color-mix(in oklch, var(--danger) 14%, transparent)",
    color: "color-mix(in oklch, var(--danger) 75%, var(--text))",
    textDecoration: "underline wavy var(--danger) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-token-advice": {
    backgroundColor: "transparent",
    color: "color-mix(in oklch, var(--warning) 75%, var(--text))",
    textDecoration: "underline wavy var(--warning) 1px",
    textUnderlineOffset: "3px",
  },
});

function settingsExtension(settings: TokenViewSettings): Extension {
  return [
    findTokensFacet.of(settings.findTokens),
    placeholderExtension(settings.placeholder),
    EditorState.readOnly.of(settings.disabled),
    EditorView.editable.of(!settings.disabled),
    EditorView.contentAttributes.of({
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
      writingsuggestions: "true",
      dir: "auto",
      "aria-multiline": "true",
      // Locked as well: a long text is scrolled by keys.
      tabindex: "0",
      ...(settings.disabled ? { "aria-disabled": "true" } : {}),
      ...settings.attributes,
    }),
  ];
}

/** A CodeMirror editor that shows tokens as what they are. Loaded on demand: the textarea before it needs none of this. */
export function createTokenView(options: TokenViewOptions): TokenView {
  const { parent, text, selection, settings, extensions = [], onChange, onCaret, onBlur } = options;
  const compartment = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: selection.from, head: selection.to },
      extensions: [
        history(),
        EditorView.lineWrapping,
        // Before the other keys: while a list of completions is open, Enter is its own.
        extensions,
        // Enter with mod sends the form; all else is the platform's own way of moving and deleting.
        keymap.of([...historyKeymap, ...standardKeymap]),
        tokensField,
        tokenMarks,
        look,
        compartment.of(settingsExtension(settings)),
        EditorView.updateListener.of((update) => {
          const ofKey = !update.focusChanged && update.docChanged && update.transactions.every(isKey);
          if (update.docChanged) onChange(textOf(update.state.doc), ofKey);
          if (update.docChanged || update.selectionSet || update.focusChanged) {
            onCaret(update.view.hasFocus ? update.state.selection.main.head : null, ofKey);
          }
        }),
        EditorView.domEventHandlers({ blur: (event) => onBlur(event) }),
      ],
    }),
  });

  const within = (offset: number) => Math.min(offset, view.state.doc.length);

  return {
    element: view.contentDOM,
    getText: () => textOf(view.state.doc),
    getSelection: () => ({ from: view.state.selection.main.from, to: view.state.selection.main.to }),
    replace(range, insert) {
      const from = within(range.from);
      view.dispatch({
        changes: { from, to: within(range.to), insert },
        selection: { anchor: from + view.state.toText(insert).length },
        scrollIntoView: true,
        userEvent: "input",
      });
    },
    setText(wanted) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: wanted } });
    },
    rewrite(wanted) {
      const changes = findDifference(textOf(view.state.doc), wanted);
      view.dispatch({ changes, annotations: isolateHistory.of("full"), userEvent: "input.rewrite" });
    },
    undo: () => undo(view),
    select({ from, to }, { toTop = false } = {}) {
      const selection = EditorSelection.range(within(from), within(to));
      view.dispatch({
        selection,
        effects: EditorView.scrollIntoView(selection, toTop ? { y: "start", yMargin: 9 } : {}),
      });
    },
    focus: () => view.focus(),
    configure: (changed) => view.dispatch({ effects: compartment.reconfigure(settingsExtension(changed)) }),
    destroy: () => view.destroy(),
  };
}
