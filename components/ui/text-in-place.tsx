"use client";

import { useRef, useState, type KeyboardEvent } from "react";
import { classNames } from "./class-names";

/** A text that looks like one and is edited where it is. Saved when it is left; Escape brings back the stored one. */
export function TextInPlace({
  label,
  placeholder,
  value,
  required = false,
  multiline = false,
  maxLength,
  onSave,
  className,
}: {
  label: string;
  placeholder?: string;
  value: string;
  required?: boolean;
  multiline?: boolean;
  maxLength: number;
  /** Resolves to whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
  className: string;
}) {
  const [text, setText] = useState(value);
  const isCancelled = useRef(false);
  async function leave() {
    if (isCancelled.current || text.trim() === value || (required && text.trim() === "")) {
      isCancelled.current = false;
      setText(value);
      return;
    }
    await onSave(text.trim());
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const isDone = event.key === "Escape" || (event.key === "Enter" && !multiline);
    if (!isDone) return;
    event.preventDefault();
    isCancelled.current = event.key === "Escape";
    event.currentTarget.blur();
  }
  return (
    <textarea
      aria-label={label}
      placeholder={placeholder}
      value={text}
      rows={1}
      dir="auto"
      maxLength={maxLength}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => void leave()}
      onKeyDown={onKeyDown}
      className={classNames(
        "-mx-2 field-sizing-content w-[calc(100%+1rem)] resize-none rounded-md border border-transparent bg-transparent px-2 py-1",
        "placeholder:text-text-3 hover:border-line focus:border-line-strong",
        className,
      )}
    />
  );
}
