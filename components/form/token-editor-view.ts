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
import { createNameCompletion, writeCompletion } from "./name-completion";
import {
  findDifference,
  indexOfTokenAt,
  isBeingWritten,
  type FindTokens,
  type TextSelection,
  type TextToken,
} from "./text-token";

/** What extensions of a field use of the editor: importing it themselves, they would fetch it once more. */
export const editorTools = { createNameCompletion, writeCompletion, EditorView, isolateHistory };
export type EditorTools = typeof editorTools;

/** Settings that can change while the editor is mounted. */
export interface TokenViewSettings {
  findTokens: FindTokens;
  placeholder: string;
  disabled: boolean;
  /** Attributes of the editable element: id, name, aria-*. */
  attributes: Readonly<Record<string, string>>;
}

export interface TokenViewOptions {
  parent: HTMLElement;
  text: string;
  selection: TextSelection;
  settings: TokenViewSettings;
  /** Further extensions of this editor, such as completions. */
  extensions?: Extension | undefined;
  /** `isKey`: a single typed or deleted character, which another may follow at once. */
  onChange: (text: string, isKey: boolean) => void;
  /** The caret moved, or focus changed. `caret` is null without focus. */
  onCaret: (caret: number | null, isKey: boolean) => void;
  onBlur: (event: FocusEvent) => void;
}

/** What the field needs of the editor. */
export interface TokenView {
  readonly element: HTMLElement;
  getText(): string;
  getSelection(): TextSelection;
  /** Replaces a range in one undo step and puts the caret behind it. */
  replace(range: TextSelection, text: string): void;
  /** Takes over a text that was changed outside. */
  setText(text: string): void;
  /** Replaces the whole text in one undo step. Caret and focus stay. */
  rewrite(text: string): void;
  /** Undoes the last step. Returns false if there is none. */
  undo(): boolean;
  /** `toTop` scrolls the start of the range to the top of the editor. */
  select(range: TextSelection, options?: { toTop?: boolean }): void;
  focus(): void;
  configure(settings: TokenViewSettings): void;
  destroy(): void;
}

const findTokensFacet = Facet.define<FindTokens, FindTokens>({
  combine: (finders) => finders[0] ?? (() => []),
});

const texts = new WeakMap<Text, string>();

/** Returns a document as a string, cached per document. */
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

/** Marks only visible tokens, so that 50,000 characters cost no more than a few. */
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
      const isShown =
        words !== undefined && !(view.hasFocus && isBeingWritten(token, text, selection.main.head));
      const look = isShown ? (token.problem === undefined ? "cm-token-advice" : "cm-token-problem") : "";
      const mark = markOf(token.kind, look, isShown ? words : undefined, token.gloss);
      marks.push(mark.range(token.from, token.to));
    }
  }
  return Decoration.set(marks);
}

const knownMarks = new Map<string, Decoration>();

/** Returns the same decoration for the same look, which CodeMirror compares by identity. */
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

/** Single typed or deleted characters; not pasting, buttons or undo. */
function isKey(transaction: Transaction): boolean {
  return transaction.isUserEvent("input.type") || transaction.isUserEvent("delete");
}

/** Matches the look of the textarea that the editor replaces. */
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
    // The colour alone would be too faint on its own tint.
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
      // Also when disabled: a long text is scrolled with the keyboard.
      tabindex: "0",
      ...(settings.disabled ? { "aria-disabled": "true" } : {}),
      ...settings.attributes,
    }),
  ];
}

/** Creates a CodeMirror editor that highlights tokens. Loaded on demand: the textarea before it needs none of this. */
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
        // Before the other keys, so that an open list of completions gets Enter.
        extensions,
        // mod+Enter is left to the form; the rest is standard editing.
        keymap.of([...historyKeymap, ...standardKeymap]),
        tokensField,
        tokenMarks,
        look,
        compartment.of(settingsExtension(settings)),
        EditorView.updateListener.of((update) => {
          const isTyping = !update.focusChanged && update.docChanged && update.transactions.every(isKey);
          if (update.docChanged) onChange(textOf(update.state.doc), isTyping);
          if (update.docChanged || update.selectionSet || update.focusChanged) {
            onCaret(update.view.hasFocus ? update.state.selection.main.head : null, isTyping);
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
