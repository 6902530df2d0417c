"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { WrittenText } from "@/components/form/writing-tools";
import { snippetQueries } from "@/components/queries/snippet-queries";
import { classNames } from "@/components/ui/class-names";
import type { PromptField } from "@/lib/items/prompt-fields";
import type { SnippetDto } from "@/lib/snippets/snippet-dto";
import { matchSnippets } from "./match-snippets";
import { readSlashQuery } from "./slash";

interface SnippetListProps {
  /** The offset of the slash. */
  slash: number;
  /** Where it was typed: a textarea, or the element that an editor edits. It keeps the focus. */
  control: HTMLElement;
  field: PromptField;
  text: WrittenText;
  onClose: () => void;
}

/** Snippets for what is typed behind a slash. Without a match, every key goes to the text. */
export function SnippetList({ slash, control, field, text, onClose }: SnippetListProps) {
  const t = useTranslations("reuse");
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const { data } = useQuery(snippetQueries.list());
  const read = () => readSlashQuery(text.getText(), slash, text.getSelection());
  const [query, setQuery] = useState(() => read() ?? "");
  const [active, setActive] = useState(0);
  const found = data ? matchSnippets(data.snippets, { field, query }) : [];
  const isOpen = found.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  const update = useEffectEvent(() => {
    const next = document.activeElement === control ? read() : null;
    if (next === null) onClose();
    else if (next !== query) {
      setQuery(next);
      setActive(0);
    }
  });

  function insert(snippet: SnippetDto) {
    text.insert(snippet.text, { from: slash, to: text.getSelection().to });
    onClose();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    if (event.target !== control || isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    const chosen = found[active];
    if (!chosen) {
      // Nothing is shown, so nothing is taken from the text.
      if (key === "Escape" || key === "Enter") onClose();
      return;
    }
    if (key === "ArrowDown") setActive((active + 1) % found.length);
    else if (key === "ArrowUp") setActive((active - 1 + found.length) % found.length);
    else if (key === "Enter" || key === "Tab") insert(chosen);
    else if (key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // Before the list is visible: a key pressed then is meant for it.
  useLayoutEffect(() => {
    const { signal, abort } = withAbort();
    // Before the editor and the form.
    document.addEventListener("keydown", (event) => onKeyDown(event), { signal, capture: true });
    document.addEventListener("selectionchange", () => update(), { signal });
    control.addEventListener("input", () => setTimeout(() => update()), { signal });
    control.addEventListener("blur", () => update(), { signal });
    // What was typed while this was on its way.
    const timer = setTimeout(() => update());
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [control]);

  // A textarea can't be a combobox; it keeps its role and points to the list.
  useEffect(() => {
    if (!isOpen) return;
    const attributes = { "aria-autocomplete": "list", "aria-controls": id, "aria-haspopup": "listbox" };
    for (const [name, value] of Object.entries(attributes)) control.setAttribute(name, value);
    return () => {
      for (const name of [...Object.keys(attributes), "aria-activedescendant"]) control.removeAttribute(name);
    };
  }, [control, id, isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    control.setAttribute("aria-activedescendant", `${id}-${active}`);
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [control, id, isOpen, active, query]);

  useLayoutEffect(() => {
    const list = ref.current;
    if (!list || !isOpen) return;
    list.showPopover();
    const place = () => placeBeside(list, control.closest(".field-surface") ?? control);
    place();
    const { signal, abort } = withAbort();
    addEventListener("scroll", place, { signal, capture: true, passive: true });
    addEventListener("resize", place, { signal });
    visualViewport?.addEventListener("resize", place, { signal });
    return abort;
  }, [control, isOpen]);

  return (
    <>
      <span role="status" className="sr-only">
        {isOpen ? t("list.count", { count: found.length }) : null}
      </span>
      {isOpen ? (
        <div
          ref={ref}
          popover="manual"
          className="m-0 max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-md border-0 bg-raised p-1 text-text shadow-float"
        >
          <div id={id} role="listbox" aria-label={t("list.label")} tabIndex={-1}>
            {found.map((snippet, index) => (
              <div
                key={snippet.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                // Keeps the focus in the text.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => insert(snippet)}
                className={classNames(
                  "grid cursor-default grid-cols-[minmax(0,1fr)] rounded-sm px-2 py-1.25",
                  index === active ? "bg-hover" : "",
                )}
              >
                <bdi className="truncate text-sm">{snippet.name}</bdi>
                <span dir="auto" className="truncate text-2xs text-text-3">
                  {snippet.text.trim()}
                </span>
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </>
  );
}

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

const gap = 4;

/** Below an element, or above it where there is more room. Inside what a keyboard on the screen leaves free. */
function placeBeside(list: HTMLElement, element: Element): void {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  const below = offsetTop + height - bottom - 2 * gap;
  const above = top - offsetTop - 2 * gap;
  const isBelow = below >= Math.min(list.scrollHeight, 160) || below >= above;
  // A field that fills the window leaves no room beside it.
  const room = Math.max(isBelow ? below : above, 120);
  Object.assign(list.style, {
    inset: "auto",
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${Math.min(room, 320)}px`,
    ...(isBelow
      ? { top: `${Math.min(bottom + gap, offsetTop + height - room)}px` }
      : { bottom: `${Math.max(innerHeight - top + gap, 0)}px` }),
  });
}
