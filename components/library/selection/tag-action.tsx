"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { barButtonClass, barLabelClass, type SelectionActionProps } from "./bar-button";

/** Adds tags to all, or removes them. */
export function TagAction({ isTrash, disabled, onRun }: SelectionActionProps) {
  const t = useTranslations("selection");
  if (isTrash) return null;
  return (
    <Popover
      variant="ghost"
      size="small"
      label={t("tags")}
      aria-disabled={disabled || undefined}
      className={barButtonClass}
      trigger={
        <>
          <Tag aria-hidden />
          <span className={barLabelClass}>{t("tag")}</span>
        </>
      }
    >
      {(close) => (
        <TagForm
          onChange={(changes) => {
            close();
            void onRun({ kind: "change", changes });
          }}
        />
      )}
    </Popover>
  );
}

function TagForm({
  onChange,
}: {
  onChange: (changes: { addTags: string[] } | { removeTags: string[] }) => void;
}) {
  const t = useTranslations("selection");
  const hintId = useId();
  const [text, setText] = useState("");
  const tags = text.split(/[,，、]/u).flatMap((tag) => tag.trim() || []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (tags.length > 0) onChange({ addTags: tags });
  }

  return (
    <form onSubmit={submit} className="grid w-64 gap-2 p-1">
      <input
        autoFocus
        aria-label={t("tags")}
        aria-describedby={hintId}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        className="field-surface h-9.5 w-full px-2.75 text-base"
      />
      <p id={hintId} className="text-2xs text-text-3">
        {t("tagsHint")}
      </p>
      <div className="flex justify-end gap-2">
        <Button
          size="small"
          variant="ghost"
          onClick={() => tags.length > 0 && onChange({ removeTags: tags })}
        >
          {t("removeTags")}
        </Button>
        <Button size="small" type="submit">
          {t("addTags")}
        </Button>
      </div>
    </form>
  );
}
