"use client";

import { type LucideIcon, Link2, X, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton, Button } from "@/components/ui/button";
import { describeUrl } from "../media-source";
import { DropWords } from "./drop-words";

/** The drop area of an empty field with its limits. A press opens the file chooser. */
export function SourceDropButton({
  name,
  icon: Icon,
  words,
  touchWords,
  limits,
  disabled,
  onPress,
}: {
  name: string | undefined;
  icon: LucideIcon;
  words: string;
  touchWords: string;
  limits: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      name={name}
      disabled={disabled}
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-md border border-dashed border-line-strong px-3.5 py-4 text-left text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-text-3" />
      <span>
        <DropWords words={words} touchWords={touchWords} />
        <span className="block text-2xs text-text-3">{limits}</span>
      </span>
    </button>
  );
}

/** A source given as a URL: shown by its name, not fetched and not checked. */
export function LinkedSourceCard({
  url,
  note,
  disabled,
  onRemove,
}: {
  url: string;
  /** Says how the URL is used. */
  note: string;
  disabled: boolean;
  onRemove: () => void;
}) {
  const t = useTranslations("form.source");
  const name = describeUrl(url);
  return (
    <div className="flex items-center gap-3 rounded-md border px-3.5 py-2.5">
      <Link2 aria-hidden className="size-4 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm" title={url}>
          {name}
        </p>
        <p className="text-2xs text-text-3">{note}</p>
      </div>
      <IconButton label={t("remove", { name })} disabled={disabled} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Replaces the chosen file with another from this machine. */
export function AnotherFileButton({
  name,
  disabled,
  onPress,
}: {
  name: string | undefined;
  disabled: boolean;
  onPress: () => void;
}) {
  const t = useTranslations("form.source");
  return (
    <Button variant="ghost" size="small" name={name} disabled={disabled} onClick={onPress}>
      <Upload aria-hidden />
      {t("another")}
    </Button>
  );
}
