"use client";

/** What is selected, with all that can be changed of it. */
export function DeskInspector() {
  return null;
}
