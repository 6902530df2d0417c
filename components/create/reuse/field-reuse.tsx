"use client";

import { useLocale } from "next-intl";
import { useEffect, useEffectEvent, useState, type ComponentType, type RefObject } from "react";
import type { WrittenText } from "@/components/form/writing-tools";
import { partWithMessages } from "@/components/takes/part-with-messages";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { PromptField } from "@/lib/items/prompt-fields";
import type { Reuse } from "./reuse-context";
import { findSlash } from "./slash";
import { writtenInArea } from "./written-text";

const messages = {
  en: () => import("@/messages/en/reuse.json"),
  zh: () => import("@/messages/zh/reuse.json"),
};
const loadPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  partWithMessages("reuse", load, messages);
const loaders = {
  menu: loadPart(() => import("./reuse-menu-content").then(({ ReuseMenuContent }) => ReuseMenuContent)),
  list: loadPart(() => import("./snippet-list").then(({ SnippetList }) => SnippetList)),
};
const dialogLoaders = {
  history: loadPart(() => import("./history-dialog").then(({ HistoryDialog }) => HistoryDialog)),
  save: loadPart(() => import("./snippet-dialogs").then(({ SaveSnippetDialog }) => SaveSnippetDialog)),
  manage: loadPart(() =>
    import("./snippet-dialogs").then(({ ManageSnippetsDialog }) => ManageSnippetsDialog),
  ),
};

interface FieldReuseProps {
  reuse: Reuse;
  field: PromptField;
  label: string;
  disabled: boolean;
  editor: WrittenText | undefined;
  /** An element in the form of the field. */
  placeRef: RefObject<HTMLElement | null>;
}

/** The text of a field, and the dialogs that work on it. */
function useFieldText({ reuse, field, label, editor, placeRef }: FieldReuseProps) {
  const locale = useLocale();
  const findControl = () =>
    placeRef.current?.closest("form")?.querySelector<HTMLElement>(`[name="${field}"]`);
  // The control is another one once the editor has replaced the textarea.
  const [area] = useState<WrittenText>(() => {
    const current = () => {
      const control = findControl();
      if (!(control instanceof HTMLTextAreaElement))
        throw new Error("A field without an editor is a textarea.");
      return writtenInArea(control);
    };
    return {
      getText: () => current().getText(),
      getSelection: () => current().getSelection(),
      insert: (...given) => current().insert(...given),
    };
  });
  const text = editor ?? area;

  function openDialog(kind: keyof typeof dialogLoaders) {
    const onClose = () => reuse.show(null);
    const props = { generator: reuse.generator, field, label, text, onClose };
    reuse.show(<FetchedPart load={dialogLoaders[kind][locale]} props={props} onFailed={onClose} />);
  }
  return { text, findControl, openDialog };
}

/** The content of a field's menu. */
export function FieldMenu(props: FieldReuseProps) {
  const { text, openDialog } = useFieldText(props);
  const content = { field: props.field, text, onDialog: openDialog };
  return <FetchedPart load={loaders.menu[useLocale()]} props={content} />;
}

/** A slash that begins a word asks for snippets, and the arrow up in an empty field for earlier texts. */
export function FieldKeys(props: FieldReuseProps) {
  const { field, disabled, placeRef } = props;
  const locale = useLocale();
  const { text, findControl, openDialog } = useFieldText(props);
  /** Where a slash asks for snippets, and the control it was typed in. */
  const [asked, setAsked] = useState<{ slash: number; control: HTMLElement } | null>(null);

  const onInput = useEffectEvent((event: Event) => {
    const control = findControl();
    const typed = event instanceof InputEvent ? event.data : null;
    if (disabled || !control || event.target !== control || !typed?.endsWith("/")) return;
    // The editor reads what was typed after this event.
    setTimeout(() => {
      const slash = findSlash(text.getText(), text.getSelection());
      if (slash !== null) setAsked({ slash, control });
    });
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing;
    if (disabled || hasModifier || event.key !== "ArrowUp" || event.target !== findControl()) return;
    if (text.getText() !== "") return;
    event.preventDefault();
    openDialog("history");
  });
  useEffect(() => {
    const form = placeRef.current?.closest("form");
    const controller = new AbortController();
    const { signal } = controller;
    form?.addEventListener("input", (event) => onInput(event), { signal });
    form?.addEventListener("keydown", (event) => onKeyDown(event), { signal });
    return () => controller.abort();
  }, [placeRef]);

  return asked ? (
    <FetchedPart
      load={loaders.list[locale]}
      props={{ ...asked, field, text, onClose: () => setAsked(null) }}
      onFailed={() => setAsked(null)}
    />
  ) : null;
}
