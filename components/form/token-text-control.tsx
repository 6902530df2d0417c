"use client";

import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from "react";
import type { Extension } from "@codemirror/state";
import { classNames } from "@/components/ui/class-names";
import { useFieldControl, useFieldGroup } from "@/components/ui/field-context";
import type { FindTokens, TextSelection } from "./text-token";
import { createTypingQueue, type DrawText } from "./use-typed-text";
import { whenIdle } from "@/components/ui/when-idle";
import type { EditorTools, TokenView, TokenViewOptions, TokenViewSettings } from "./token-editor-view";

/** The text as the field uses it, in the textarea or the editor. */
export interface TextControl {
  getText(): string;
  getSelection(): TextSelection;
  replace(range: TextSelection, text: string): void;
  /** As in TokenView. The textarea has no undo steps. */
  rewrite(text: string): void;
  undo(): boolean;
  select(range: TextSelection, options?: { toTop?: boolean }): void;
  focus(): void;
}

interface TokenTextControlProps {
  ref: Ref<TextControl>;
  name?: string | undefined;
  text: string;
  /** Increases when `text` was changed outside. */
  version: number;
  findTokens: FindTokens;
  placeholder: string;
  disabled: boolean;
  rows: number;
  invalid: boolean;
  describedBy?: string | undefined;
  loadExtensions?: LoadExtensions | undefined;
  /** `draw` receives the update that renders the text and decides when it runs. */
  onChange: (text: string, draw: DrawText) => void;
  onCaret: (caret: number | null) => void;
  onBlur: (event: { relatedTarget: EventTarget | null }) => void;
}

/** Loads what makes further extensions of the editor, once with the editor. */
export type LoadExtensions = () => Promise<(tools: EditorTools) => Extension>;

const loadEditor = () => import("./token-editor-view");
/** React renders the textarea: each letter appears at once. */
const renderNow: DrawText = (update) => update();

type CreateView = (options: TokenViewOptions) => TokenView;

/** The editor is fetched after this time at the latest, even when the browser is busy. */
const loadTimeoutMs = 2_000;

/**
 * The control. The editor replaces the textarea synchronously: nothing can be typed in between, and text, selection,
 * scroll position and focus are kept. It waits for a composition of an input method.
 */
export function TokenTextControl(props: TokenTextControlProps) {
  const { ref, name, text, version, findTokens, placeholder, disabled, rows, invalid, describedBy } = props;
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const hostRef = useRef<HTMLDivElement>(null);
  const composing = useRef(false);
  const [createView, setCreateView] = useState<CreateView>();
  const [view, setView] = useState<TokenView | null>(null);
  const [queue] = useState(createTypingQueue);
  /** The editor outlives renders; its callbacks use the latest props. */
  const callbacks = useRef(props);
  useEffect(() => {
    callbacks.current = props;
  });

  const { id = "", ...field } = useFieldControl();
  const { "aria-labelledby": labelledBy = "" } = useFieldGroup();
  const description = [describedBy, field["aria-describedby"]].filter(Boolean).join(" ");
  const isInvalid = invalid || field["aria-invalid"] === true;
  const isRequired = field["aria-required"] === true;
  const settings = useMemo<TokenViewSettings>(
    () => ({
      findTokens,
      placeholder,
      disabled,
      attributes: {
        id,
        "aria-labelledby": labelledBy,
        ...(name ? { name } : {}),
        ...(description ? { "aria-describedby": description } : {}),
        ...(isInvalid ? { "aria-invalid": "true" } : {}),
        ...(isRequired ? { "aria-required": "true" } : {}),
      },
    }),
    [findTokens, placeholder, disabled, id, labelledBy, name, description, isInvalid, isRequired],
  );

  const load = useEffectEvent(async () => {
    const [loaded, createExtensions] = await Promise.all([loadEditor(), props.loadExtensions?.()]);
    const extensions = createExtensions?.(loaded.editorTools);
    setCreateView(() => (options: TokenViewOptions) => loaded.createTokenView({ ...options, extensions }));
  });
  useEffect(() => whenIdle(() => void load(), loadTimeoutMs), []);

  const replaceTextarea = useEffectEvent((create: CreateView, host: HTMLElement) => {
    const area = areaRef.current;
    const hadFocus = area !== null && document.activeElement === area;
    const created = create({
      parent: host,
      text: area?.value ?? text,
      selection: { from: area?.selectionStart ?? 0, to: area?.selectionEnd ?? 0 },
      settings,
      // The editor shows the letter immediately; counts and marks around it follow when there is time.
      onChange: (changed, isKey) => callbacks.current.onChange(changed, isKey ? queue.later : queue.now),
      onCaret: (caret, isKey) => (isKey ? queue.later : queue.now)(() => callbacks.current.onCaret(caret)),
      onBlur: (event) => {
        // What is pressed next must act on the latest text.
        queue.flush();
        callbacks.current.onBlur(event);
      },
    });
    if (hadFocus) created.focus();
    created.element.parentElement?.scrollTo({ top: area?.scrollTop ?? 0 });
    return created;
  });

  useLayoutEffect(() => {
    const host = hostRef.current;
    if (!createView || !host) return;
    let created: TokenView | undefined;
    const begin = () => {
      created = replaceTextarea(createView, host);
      setView(created);
    };
    const area = areaRef.current;
    if (composing.current) area?.addEventListener("compositionend", begin, { once: true });
    else begin();
    return () => {
      area?.removeEventListener("compositionend", begin);
      created?.destroy();
      queue.clear();
      setView(null);
    };
  }, [createView, queue]);

  useEffect(() => view?.configure(settings), [view, settings]);
  const adoptText = useEffectEvent(() => {
    if (view && view.getText() !== text) view.setText(text);
  });
  useEffect(() => adoptText(), [version]);

  useImperativeHandle(
    ref,
    () => view ?? controlArea(areaRef, (changed) => callbacks.current.onChange(changed, renderNow)),
    [view],
  );

  return (
    <div
      className={classNames(
        "flex max-h-[min(28rem,60dvh)] min-w-0 flex-1 resize-y flex-col overflow-hidden transition-opacity",
        disabled && "opacity-60",
      )}
      style={{ minHeight: `${rows * 1.355 + 1.125}rem` }}
    >
      <div ref={hostRef} className="flex min-h-0 flex-1 flex-col empty:hidden" />
      {view ? null : (
        <textarea
          {...field}
          ref={areaRef}
          id={id}
          name={name}
          aria-describedby={description || undefined}
          aria-invalid={isInvalid || undefined}
          dir="auto"
          rows={rows}
          value={text}
          placeholder={placeholder}
          disabled={disabled}
          onChange={(event) => props.onChange(event.currentTarget.value, renderNow)}
          onSelect={(event) => props.onCaret(event.currentTarget.selectionEnd)}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={() => {
            composing.current = false;
          }}
          onBlur={(event) => {
            // The editor takes over the focus of the textarea it replaces.
            if (event.relatedTarget instanceof Node && hostRef.current?.contains(event.relatedTarget)) return;
            props.onCaret(null);
            props.onBlur(event);
          }}
          className="block field-sizing-content min-h-0 w-full flex-1 resize-none bg-transparent px-2.75 py-2.25 text-base leading-[1.55] outline-none"
        />
      )}
    </div>
  );
}

function controlArea(
  areaRef: { readonly current: HTMLTextAreaElement | null },
  onChange: (text: string) => void,
): TextControl {
  const area = () => areaRef.current;
  return {
    getText: () => area()?.value ?? "",
    getSelection: () => ({ from: area()?.selectionStart ?? 0, to: area()?.selectionEnd ?? 0 }),
    replace(range, text) {
      const element = area();
      if (!element) return;
      element.setRangeText(text, range.from, range.to, "end");
      onChange(element.value);
    },
    rewrite(text) {
      const element = area();
      if (!element) return;
      element.value = text;
      onChange(text);
    },
    undo: () => false,
    select: ({ from, to }) => area()?.setSelectionRange(from, to),
    focus: () => area()?.focus(),
  };
}
