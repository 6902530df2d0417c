"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import type { ReadForm } from "@/components/form/batch-choice";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import type { SubmitOutcome } from "@/components/generators";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { LazyCostEstimate } from "@/components/takes/lazy-submit-facts";
import { useFieldWords } from "@/components/takes/use-field-words";
import { applyRow } from "@/lib/batches/apply-row";
import { listBatchFields } from "@/lib/batches/batch-fields";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { BatchText } from "./batch-text";
import { findTemplateFields, placeProblem, planTable, planTemplate, type BatchProblem } from "./plan-batch";
import type { BatchRows } from "./send-batch";
import { VariationsPreview } from "./variations-preview";

export interface VariationsDialogProps {
  generator: string;
  form: ReadForm;
  onSend: (rows: BatchRows, input: Record<string, unknown>) => Promise<SubmitOutcome>;
  onClose: () => void;
}

/** Creates many generations from texts with alternatives, or from a pasted table. Needs the messages `batches`. */
export function VariationsDialog({ generator, form, onSend, onClose }: VariationsDialogProps) {
  const t = useTranslations("batches");
  const describeProblem = useFieldProblemText();
  const errorText = useErrorText();
  const { label: nameField } = useFieldWords(generator);
  const fields = useMemo(() => listBatchFields(form.rules), [form.rules]);
  const [texts, setTexts] = useState(() => findTemplateFields(form.input, fields));
  const [table, setTable] = useState("");
  const [source, setSource] = useState<"texts" | "table">("texts");
  const [refusal, setRefusal] = useState<Extract<SubmitOutcome, { ok: false }>["problem"] | null>(null);
  const [isPending, setPending] = useState(false);
  // Typing stays quick while hundreds of texts are expanded and checked.
  const given = useDeferredValue(source === "texts" ? { texts } : { table });
  const plan = useMemo(
    () =>
      given.table === undefined ? planTemplate(given.texts, form) : planTable(given.table, form, fields),
    [given, form, fields],
  );
  const { count, rows } = plan;
  const expected = useMemo(
    () =>
      rows.map((row) => {
        const input = applyRow(form.input, row);
        return { model: String(input.model), expected: form.expectUsage(input) };
      }),
    [rows, form],
  );
  const problems: readonly BatchProblem[] =
    refusal && refusal.fields.length > 0 ? refusal.fields.map(placeProblem) : plan.problems;
  const atFields = (path: string) => problems.find((problem) => problem.path === `template.${path}`);
  const elsewhere = problems.filter(
    ({ path }) => source === "table" || !Object.keys(texts).some((name) => path === `template.${name}`),
  );
  const canSend = count > 0 && plan.problems.length === 0;

  function change(edit: () => void): void {
    setRefusal(null);
    edit();
  }

  async function send(): Promise<void> {
    if (!canSend || isPending) return;
    setPending(true);
    const outcome = await onSend(source === "texts" ? { template: texts } : { rows }, form.input);
    setPending(false);
    if (outcome.ok) onClose();
    else setRefusal(outcome.problem);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t("title")}
      closeLabel={t("close")}
      footer={
        <>
          <div className="mr-auto self-center text-sm text-text-2 tabular-nums">
            <p role="status">{t("requests", { count: canSend ? count : 0 })}</p>
            {canSend ? <LazyCostEstimate generator={generator} requests={expected} times={1} /> : null}
          </div>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={isPending} disabled={!canSend} onClick={() => void send()}>
            {t("make", { count })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SegmentedControl
          label={t("source.label")}
          value={source}
          onValueChange={(value) => change(() => setSource(value))}
          options={[
            { value: "texts", label: t("source.texts") },
            { value: "table", label: t("source.table") },
          ]}
          className="justify-self-start"
        />
        {source === "texts" ? (
          Object.entries(texts).map(([path, text], index) => {
            const problem = atFields(path);
            return (
              <Field
                key={path}
                label={nameField(path)}
                hint={index === 0 ? t("textsHint") : undefined}
                error={problem && describeProblem(problem)}
              >
                <BatchText
                  value={text}
                  rows={3}
                  autoFocus={index === 0}
                  onValueChange={(value) => change(() => setTexts({ ...texts, [path]: value }))}
                />
              </Field>
            );
          })
        ) : (
          <Field
            label={t("table")}
            hint={t("tableHint", { fields: fields.map(({ path }) => path).join(", ") })}
          >
            <BatchText
              value={table}
              rows={6}
              autoFocus
              isTable
              onValueChange={(value) => change(() => setTable(value))}
            />
          </Field>
        )}
        {refusal && refusal.fields.length === 0 ? (
          <Notice announce title={errorText(refusal.code).title}>
            {errorText(refusal.code).action}
          </Notice>
        ) : null}
        {elsewhere.length > 0 && (source === "texts" || table.trim() !== "") ? (
          <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm text-danger" aria-label={t("problems")}>
            {elsewhere.map((problem, index) => (
              <li key={index}>
                {problem.row === undefined ? null : `${t("row", { row: problem.row })} `}
                {problem.column === undefined ? null : (
                  <span className="font-mono text-2xs">{problem.column} </span>
                )}
                {describeProblem(problem)}
              </li>
            ))}
          </ul>
        ) : null}
        <VariationsPreview rows={rows} />
      </div>
    </Dialog>
  );
}
