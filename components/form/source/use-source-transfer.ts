"use client";

import { useState, type ClipboardEvent, type DragEvent, type HTMLAttributes } from "react";
import { findUrl } from "../media-source";

/**
 * What is dropped on a field or pasted into it: files, or an address where there are none.
 *
 * @returns whether something is held over the field, and what its element needs
 */
export function useSourceTransfer({
  disabled,
  onFiles,
  onUrl,
}: {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  onUrl: (url: string) => void;
}): { over: boolean; transferProps: HTMLAttributes<HTMLElement> } {
  const [over, setOver] = useState(false);

  function take(transfer: DataTransfer): boolean {
    const files = [...transfer.files];
    const url = findUrl(transfer.getData("text/uri-list") || transfer.getData("text/plain"));
    if (files.length > 0) onFiles(files);
    else if (url) onUrl(url);
    return files.length > 0 || url !== undefined;
  }

  if (disabled) return { over: false, transferProps: {} };
  return {
    over,
    transferProps: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer);
      },
      onPaste: (event: ClipboardEvent) => {
        // Into the line for an address, text is pasted as into any other.
        if (event.target instanceof HTMLInputElement && event.clipboardData.files.length === 0) return;
        if (take(event.clipboardData)) event.preventDefault();
      },
    },
  };
}
