"use client";

import { useState, type ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { FieldBinding, FieldWords } from "./field-binding";

/** A stretch of a text that means something to the service; offsets in UTF-16 units. */
export interface TextToken {
  from: number;
  to: number;
  /** What it is, for its look: `pause`, `tone`, `section`. */
  kind: string;
  /** Why the service would refuse it where it stands. */
  problem?: string | undefined;
}

/** What buttons beside the editor do with its text. */
export interface TokenEditorActions {
  getText(): string;
  /** The selection, offsets in UTF-16 units. */
  getSelection(): { from: number; to: number };
  /** Writes in place of the selection, as one step of undo, and leaves the caret behind it. */
  insert(text: string): void;
}

export interface TokenEditorProps extends FieldBinding<string>, FieldWords {
  /** Finds the tokens of a text, in order and without overlaps. Called for every change: keep it linear. */
  findTokens: (text: string) => readonly TextToken[];
  /** Beside the label: a count. Given the text as it stands in the editor, before the form has it. */
  note?: ((text: string) => ReactNode) | undefined;
  /** Over the text: buttons that insert. */
  toolbar?: ((actions: TokenEditorActions, text: string) => ReactNode) | undefined;
  /** Under the text, above hint and error. */
  footer?: ((text: string) => ReactNode) | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  /** Lines in sight when it is empty. */
  rows?: number | undefined;
}

/** A text whose markers are seen as what they are. */
export function TokenEditor({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled,
  label,
  hint,
  note,
  toolbar,
  footer,
  placeholder,
  required = false,
  rows = 8,
}: TokenEditorProps) {
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null);
  const actions: TokenEditorActions = {
    getText: () => area?.value ?? value,
    getSelection: () => ({
      from: area?.selectionStart ?? value.length,
      to: area?.selectionEnd ?? value.length,
    }),
    insert: (text) => {
      area?.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      onValueChange(area?.value ?? value);
    },
  };
  return (
    <Field label={label} hint={hint} error={error} required={required} note={note?.(value)}>
      {toolbar?.(actions, value)}
      <Textarea
        ref={setArea}
        name={name}
        rows={rows}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onValueChange(event.currentTarget.value)}
      />
      {footer?.(value)}
    </Field>
  );
}
