"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, type ClipboardEvent } from "react";
import type { FieldBinding } from "@/components/form/form-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PronunciationRow } from "./pronunciation-row";
import {
  findRepeatedRules,
  parsePronunciations,
  readPronunciationRule,
  writePronunciationRule,
  type PronunciationRule,
} from "./pronunciation-rules";
import type { PronunciationDict } from "./speech-values";

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
