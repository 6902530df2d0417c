"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { PronunciationRule } from "./pronunciation-rules";

interface PronunciationRowProps {
  id: number;
  number: number;
  name?: string | undefined;
  rule: PronunciationRule;
  error?: string | undefined;
  disabled: boolean;
  onChange: (rule: PronunciationRule) => void;
  onRemove: () => void;
  /** Called on Enter in the last cell. */
  onNext: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onBlur?: (() => void) | undefined;
}

/** A word and its pronunciation. Typing a slash after the word moves to the pronunciation. */
export function PronunciationRow(props: PronunciationRowProps) {
  const { id, number, name, rule, error, disabled, onChange, onRemove, onNext, onPaste, onBlur } = props;
  const t = useTranslations("voices.pronunciation");
  const errorId = useId();
  const soundRef = useRef<HTMLInputElement>(null);
  const shared = {
    disabled,
    autoComplete: "off",
    onPaste,
    onBlur,
    "aria-describedby": error ? errorId : undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };

  function changeWord(typed: string) {
    const at = typed.indexOf("/");
    if (at < 0) return onChange({ ...rule, original: typed });
    onChange({ original: typed.slice(0, at), replacement: rule.replacement || typed.slice(at + 1) });
    soundRef.current?.focus();
  }

  /** Enter moves to the pronunciation, then to the next row, and does not submit the form. */
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.currentTarget === soundRef.current) onNext();
    else soundRef.current?.focus();
  }

  return (
    <>
      <tr data-rule={id} className="align-top">
        <td className="w-2/5">
          <Input
            {...shared}
            id={`${errorId}-word`}
            name={name}
            aria-label={t("word", { number })}
            value={rule.original}
            onChange={(event) => changeWord(event.currentTarget.value)}
            onKeyDown={goOn}
          />
        </td>
        <td className="pl-2">
          <Input
            {...shared}
            ref={soundRef}
            id={`${errorId}-sound`}
            aria-label={t("sound", { number })}
            value={rule.replacement}
            onChange={(event) => onChange({ ...rule, replacement: event.currentTarget.value })}
            onKeyDown={goOn}
          />
        </td>
        <td className="w-8 pt-1 text-right">
          <IconButton label={t("remove", { number })} disabled={disabled} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
        </td>
      </tr>
      {error ? (
        <tr>
          <td id={errorId} colSpan={3} className="pb-1 text-2xs text-danger">
            {error}
          </td>
        </tr>
      ) : null}
    </>
  );
}
