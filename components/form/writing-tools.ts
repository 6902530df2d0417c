"use client";

import { createContext, type ReactNode } from "react";
import type { TextSelection } from "./text-token";

/** A text that a person writes, in a textarea or an editor. */
export interface WrittenText {
  getText(): string;
  getSelection(): TextSelection;
  /** Replaces a range, by default the selection, in one undo step and focuses the text. */
  insert(text: string, range?: TextSelection): void;
}

export interface WritingToolsProps {
  /** The field of the form; also the name of its control. */
  name: string | undefined;
  /** The label of the field. */
  label: string;
  disabled: boolean | undefined;
  /** The text in an editor; without it, the field is a textarea. */
  editor?: WrittenText;
}

/** Renders what helps to write in the fields of a form, beside the label of each. Missing where nothing does. */
export const WritingToolsContext = createContext<((field: WritingToolsProps) => ReactNode) | null>(null);
