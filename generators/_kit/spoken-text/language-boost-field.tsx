"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useRef, useState, type CSSProperties } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/progress";
import { useBackClosesOnTouch } from "@/components/ui/use-back-closes";
import type { LanguageBoost } from "@/lib/service/contract/language-boost";
import { FieldButton } from "@/components/form/field-button";
import type { LanguageBoostValue } from "./speech-values";

const LanguageList = lazy(() => import("@/components/voices/language-list"));

interface LanguageBoostFieldProps extends FieldBinding<LanguageBoostValue> {
  /** Decides which languages are offered (service.md Text rules 5). */
  model: string;
}

/** The language that the model favours, chosen from a searchable list. */
export function LanguageBoostField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  disabled,
  model,
}: LanguageBoostFieldProps) {
  const t = useTranslations("voices");
  const id = useId();
  const anchorName = `--${id.replaceAll(/[^a-z0-9]/gi, "")}`;
  const panelRef = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => panelRef.current?.hidePopover();
  useBackClosesOnTouch(open, close);

  function choose(language: LanguageBoost | undefined) {
    onValueChange(language);
    close();
  }

  return (
    <Field label={t("language.label")} error={error} hint={t("language.hint")}>
      <FieldButton
        name={name}
        value={value ? t(`languages.${value}`) : t("language.none")}
        empty={!value}
        note={value ? <code className="font-mono">{value}</code> : undefined}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        popoverTarget={id}
        style={{ anchorName } as CSSProperties}
      />
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        onToggle={(event) => {
          const isOpen = event.newState === "open";
          setOpen(isOpen);
          if (!isOpen) onBlur?.();
        }}
        style={{ positionAnchor: anchorName } as CSSProperties}
        className="m-auto w-80 max-w-[calc(100vw-2rem)] overflow-hidden rounded-md border-0 bg-raised text-text shadow-float supports-[position-anchor:--x]:m-0 supports-[position-anchor:--x]:my-1.5 supports-[position-anchor:--x]:[position-area:bottom_span-right] supports-[position-anchor:--x]:[position-try-fallbacks:flip-block]"
      >
        {open ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <LanguageList model={model} chosen={value ?? undefined} onChoose={choose} />
          </Suspense>
        ) : null}
      </div>
    </Field>
  );
}
