"use client";

import { FolderOpen, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, type ReactNode, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { AssetKind } from "@/lib/media/stored-asset";
import type { MediaSource } from "../media-source";

/** Fetched when it first opens; next/dynamic would preload it with the form. */
const AssetPicker = lazy(() => import("../asset-picker"));

const loadAddressInput = () => import("./address-input");

/** The open panel: the URL field, or the library. */
export type OpenSourcePanel = "url" | "library" | null;

interface SourceButtonsProps {
  openPanel: OpenSourcePanel;
  onOpenPanel: (panel: OpenSourcePanel) => void;
  disabled: boolean;
  className?: string;
  /** Further buttons, before the link and the library. */
  children?: ReactNode;
}

/** Buttons for the ways to add media besides dropping: a link, the library, and those of the field. */
export function SourceButtons({ openPanel, onOpenPanel, disabled, className, children }: SourceButtonsProps) {
  const t = useTranslations("form.source");
  return (
    <div className={classNames("-ml-2 flex flex-wrap", className)}>
      {children}
      <Button
        variant="ghost"
        size="small"
        disabled={disabled}
        aria-expanded={openPanel === "url"}
        onClick={() => onOpenPanel(openPanel === "url" ? null : "url")}
      >
        <Link2 aria-hidden />
        {t("link")}
      </Button>
      <Button
        variant="ghost"
        size="small"
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => onOpenPanel("library")}
      >
        <FolderOpen aria-hidden />
        {t("library")}
      </Button>
    </div>
  );
}

interface SourcePanelProps {
  kind: AssetKind;
  openPanel: OpenSourcePanel;
  onOpenPanel: (panel: OpenSourcePanel) => void;
  onSource: (source: MediaSource) => void;
}

/** The panel that `SourceButtons` opened. It closes when a source is chosen. */
export function SourcePanel({ kind, openPanel, onOpenPanel, onSource }: SourcePanelProps) {
  function answer(source: MediaSource) {
    onOpenPanel(null);
    onSource(source);
  }
  if (openPanel === "url") {
    const onCancel = () => onOpenPanel(null);
    const props = { onAdd: (url: string) => answer({ url }), onCancel };
    return <FetchedPart load={loadAddressInput} props={props} onFailed={onCancel} />;
  }
  if (openPanel !== "library") return null;
  return (
    <Suspense fallback={null}>
      <AssetPicker kind={kind} onPick={(assetId) => answer({ assetId })} onClose={() => onOpenPanel(null)} />
    </Suspense>
  );
}

interface SourceFileInputProps {
  inputRef: RefObject<HTMLInputElement | null>;
  /** The label of the field. */
  label: string;
  /** MIME types for the file chooser. The server checks the bytes. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** The hidden file input that a button of the field opens. */
export function SourceFileInput({
  inputRef,
  label,
  accept,
  multiple = false,
  onFiles,
}: SourceFileInputProps) {
  const t = useTranslations("form.source");
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      aria-label={t("choose", { label })}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        if (files.length > 0) onFiles(files);
        // Lets the same file be chosen again after it was removed.
        event.currentTarget.value = "";
      }}
    />
  );
}
