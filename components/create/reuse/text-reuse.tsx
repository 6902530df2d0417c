"use client";

import { History } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { use, useEffect, useEffectEvent, useRef, useState, type ComponentType } from "react";
import type { WritingToolsProps, WrittenText } from "@/components/form/writing-tools";
import { partWithMessages } from "@/components/takes/part-with-messages";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import { promptFields, type PromptField } from "@/lib/items/prompt-fields";
import { ReuseContext, type Reuse } from "./reuse-context";
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

/** Earlier texts and snippets for a field in which people write. The code and the texts come with the first use. */
export function TextReuse({ name, label, disabled = false, editor }: WritingToolsProps) {
  const reuse = use(ReuseContext);
  const field = promptFields.find((each) => each === name);
  if (!reuse || !field) return null;
  return <FieldReuse reuse={reuse} field={field} label={label} disabled={disabled} editor={editor} />;
}

interface FieldReuseProps {
  reuse: Reuse;
  field: PromptField;
  label: string;
  disabled: boolean;
  editor: WrittenText | undefined;
}

function FieldReuse({ reuse, field, label, disabled, editor }: FieldReuseProps) {
  const t = useTranslations("create.reuse");
  const locale = useLocale();
  const ref = useRef<HTMLSpanElement>(null);
  /** Where a slash asks for snippets, and the control it was typed in. */
  const [asked, setAsked] = useState<{ slash: number; control: HTMLElement } | null>(null);

  const findControl = () => ref.current?.closest("form")?.querySelector<HTMLElement>(`[name="${field}"]`);
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
    const form = ref.current?.closest("form");
    const controller = new AbortController();
    const { signal } = controller;
    form?.addEventListener("input", (event) => onInput(event), { signal });
    form?.addEventListener("keydown", (event) => onKeyDown(event), { signal });
    return () => controller.abort();
  }, []);

  return (
    <span ref={ref} className="-my-1.5 flex self-center">
      <Menu
        label={t("label", { field: label })}
        data-tooltip={t("tooltip")}
        variant="ghost"
        size="icon-small"
        disabled={disabled}
        content={<FetchedPart load={loaders.menu[locale]} props={{ field, text, onDialog: openDialog }} />}
      >
        <History aria-hidden />
      </Menu>
      {asked ? (
        <FetchedPart
          load={loaders.list[locale]}
          props={{ ...asked, field, text, onClose: () => setAsked(null) }}
          onFailed={() => setAsked(null)}
        />
      ) : null}
    </span>
  );
}
