"use client";

import { type HTMLAttributes, type ReactNode, useState, type ClipboardEvent, type DragEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldGroup } from "@/components/ui/field";
import { findUrl } from "../media-source";

/** The group of a media field, outlined while something is dragged over it. */
export function SourceFrame({
  isDraggedOver: over,
  transferProps,
  children,
}: {
  isDraggedOver: boolean;
  transferProps: HTMLAttributes<HTMLElement>;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      {...useFieldGroup()}
      {...transferProps}
      className={classNames("rounded-md", over && "outline-2 outline-offset-4 outline-hue outline-dashed")}
    >
      {children}
    </div>
  );
}

/**
 * Takes files, or else a URL, that are dropped on a field or pasted into it.
 *
 * @returns whether something is dragged over the field, and the props of its element
 */
export function useSourceTransfer({
  disabled,
  onFiles,
  onUrl,
}: {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  onUrl: (url: string) => void;
}): { isDraggedOver: boolean; transferProps: HTMLAttributes<HTMLElement> } {
  const [isDraggedOver, setOver] = useState(false);

  function take(transfer: DataTransfer): boolean {
    const files = [...transfer.files];
    const url = findUrl(transfer.getData("text/uri-list") || transfer.getData("text/plain"));
    if (files.length > 0) onFiles(files);
    else if (url) onUrl(url);
    return files.length > 0 || url !== undefined;
  }

  if (disabled) return { isDraggedOver: false, transferProps: {} };
  return {
    isDraggedOver: isDraggedOver,
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
        // In the URL field, text is pasted as usual.
        if (event.target instanceof HTMLInputElement && event.clipboardData.files.length === 0) return;
        if (take(event.clipboardData)) event.preventDefault();
      },
    },
  };
}
