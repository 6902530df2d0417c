"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type ClipboardEvent, useId, type KeyboardEvent } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import {
  findRepeatedRules,
  parsePronunciations,
  readPronunciationRule,
  writePronunciationRule,
  type PronunciationRule,
} from "./pronunciation-rules";
import type { PronunciationDict } from "./speech-values";
import { Input } from "@/components/ui/input";

type PronunciationFieldProps = FieldBinding<PronunciationDict | undefined>;

/** A row of the table; a stable id keeps focus when rows are added or removed. */
interface Row extends PronunciationRule {
  id: number;
}

const emptyRule: PronunciationRule = { original: "", replacement: "" };

/**
 * A table of words and their pronunciations. Empty rows are not part of the value. Several rows can be pasted at once.
 */
export function PronunciationField({
  name,
  value,
  onValueChange,
  onBlur,
  error,
  errors = {},
  disabled = false,
}: PronunciationFieldProps) {
  const t = useTranslations("voices.pronunciation");
  const tableRef = useRef<HTMLTableElement>(null);
  const [rows, setRows] = useState<readonly Row[]>(() => readTones(value, []));
  const [seen, setSeen] = useState(value);
  const tones = writeTones(rows);

  // A value from outside (an example, a draft) replaces the rows; a change made here does not.
  if (seen !== value) {
    setSeen(value);
    if ((value?.tone ?? []).join("\n") !== tones.join("\n")) setRows(readTones(value, rows));
  }

  function change(changed: readonly Row[]) {
    setRows(changed);
    const tone = writeTones(changed);
    if (tone.join("\n") !== tones.join("\n")) onValueChange(tone.length > 0 ? { tone } : undefined);
  }

  function add(at = rows.length) {
    const added = { ...emptyRule, id: nextId(rows) };
    change(rows.toSpliced(at, 0, added));
    // After the row has rendered.
    requestAnimationFrame(() =>
      tableRef.current?.querySelector<HTMLElement>(`[data-rule="${added.id}"] input`)?.focus(),
    );
  }

  function remove(index: number) {
    change(rows.toSpliced(index, 1));
    onBlur?.();
  }

  function paste(event: ClipboardEvent, index: number) {
    const text = event.clipboardData.getData("text/plain");
    // A single line without a tab is pasted as usual.
    if (!/[\r\n\t]/.test(text.trim())) return;
    event.preventDefault();
    const pasted = number(parsePronunciations(text), rows);
    const isEmpty = writePronunciationRule(rows[index]!) === null;
    change(rows.toSpliced(isEmpty ? index : index + 1, isEmpty ? 1 : 0, ...pasted));
  }

  const repeated = findRepeatedRules(rows);
  const own = Object.keys(errors).length === 0 ? error : undefined;

  return (
    <Field as="group" label={t("label")} hint={t("hint")} error={own}>
      {rows.length > 0 ? (
        <div className="mb-2 max-h-80 overflow-y-auto">
          <table
            ref={tableRef}
            aria-label={t("label")}
            className="w-full border-separate border-spacing-y-1.5"
          >
            <thead className="text-2xs text-text-3">
              <tr>
                <th scope="col" className="text-left font-normal">
                  {t("original")}
                </th>
                <th scope="col" className="pl-2 text-left font-normal">
                  {t("replacement")}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => {
                const at = rows
                  .slice(0, index)
                  .filter((each) => writePronunciationRule(each) !== null).length;
                const problem = writePronunciationRule(row) === null ? undefined : errors[`tone.${at}`];
                return (
                  <PronunciationRow
                    key={row.id}
                    id={row.id}
                    number={index + 1}
                    name={name ? `${name}.tone.${at}` : undefined}
                    rule={row}
                    error={problem ?? (repeated.has(index) ? t("repeated") : undefined)}
                    disabled={disabled}
                    onChange={(rule) => change(rows.with(index, { ...rule, id: row.id }))}
                    onRemove={() => remove(index)}
                    onNext={() => add(index + 1)}
                    onPaste={(event) => paste(event, index)}
                    onBlur={onBlur}
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      ) : null}
      <Button size="small" variant="outline" disabled={disabled} onClick={() => add()}>
        <Plus aria-hidden />
        {t("add")}
      </Button>
    </Field>
  );
}

function nextId(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}

function number(rules: readonly PronunciationRule[], besides: readonly Row[]): Row[] {
  const first = nextId(besides);
  return rules.map((rule, index) => ({ ...rule, id: first + index }));
}

function readTones(value: PronunciationDict | undefined, before: readonly Row[]): Row[] {
  return number((value?.tone ?? []).map(readPronunciationRule), before);
}

function writeTones(rows: readonly PronunciationRule[]): string[] {
  return rows.map(writePronunciationRule).filter((tone) => tone !== null);
}

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
function PronunciationRow(props: PronunciationRowProps) {
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
