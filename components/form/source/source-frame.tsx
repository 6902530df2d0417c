"use client";

import { type HTMLAttributes, type ReactNode, useState, type ClipboardEvent, type DragEvent } from "react";
import { fetchDraggedItem, hasItems, isDragging } from "@/components/queries/item-drag";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { classNames } from "@/components/ui/class-names";
import { useFieldGroup } from "@/components/ui/field-context";
import type { AssetKind } from "@/lib/media/stored-asset";
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
 * Takes files, results of the studio, or else a URL, that are dropped on a field or pasted into it.
 *
 * @returns whether something is dragged over the field, and the props of its element
 */
export function useSourceTransfer({
  kind,
  disabled,
  onFiles,
  onUrl,
  onAsset,
}: {
  kind: AssetKind;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  onUrl: (url: string) => void;
  /** Called with the file of a result that was dropped. */
  onAsset: (assetId: string) => void;
}): { isDraggedOver: boolean; transferProps: HTMLAttributes<HTMLElement> } {
  const [isDraggedOver, setOver] = useState(false);
  const showError = useErrorToast();

  function take(transfer: DataTransfer): boolean {
    if (hasItems(transfer)) {
      if (isDragging(transfer, "kind", kind))
        fetchDraggedItem(transfer).then((item) => item && onAsset(item.assetId), showError);
      return true;
    }
    const files = [...transfer.files];
    const url = findUrl(transfer.getData("text/uri-list") || transfer.getData("text/plain"));
    if (files.length > 0) onFiles(files);
    else if (url) onUrl(url);
    return files.length > 0 || url !== undefined;
  }

  if (disabled) return { isDraggedOver: false, transferProps: {} };
  return {
    isDraggedOver,
    transferProps: {
      onDragOver: (event: DragEvent) => {
        // Results of another kind are not for this field.
        if (hasItems(event.dataTransfer) && !isDragging(event.dataTransfer, "kind", kind)) return;
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
