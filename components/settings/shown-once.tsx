"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { SchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";

interface SecretLabels {
  title: string;
  lead: string;
  label: string;
}

/** A form in one row that creates something with a secret, and shows the secret once. */
export function ShownOnceForm<Values extends FieldValues, Input, Created>({
  form,
  create,
  pickSecret,
  submitLabels: [idleLabel, pendingLabel],
  secretLabels,
  className,
  children,
}: {
  form: SchemaForm<Values, Input>;
  create: (input: Input) => Promise<ActionResult<Created>>;
  pickSecret: (created: Created) => string;
  submitLabels: readonly [idle: string, pending: string];
  secretLabels: SecretLabels;
  /** The columns: the fields and the button. */
  className: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { run, pending, problem } = useAction(create, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    setSecret(null);
    const created = await run(input);
    if (!created) return;
    setSecret(pickSecret(created.value));
    form.reset();
    router.refresh();
  });

  return (
    <div className="grid gap-5">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className={classNames("grid items-start gap-x-3 gap-y-5", className)}
      >
        {children}
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          className="h-9.5 sm:mt-[calc(var(--text-sm--line-height)+0.4375rem)]"
        >
          {pending ? pendingLabel : idleLabel}
        </Button>
      </form>
      <ProblemNotice problem={problem} />
      {secret === null ? null : <ShownOnce {...secretLabels} text={secret} />}
    </div>
  );
}

/** A secret that is shown only once, with a copy button. */
export function ShownOnce({ title, lead, label, text }: SecretLabels & { text: string }) {
  const t = useTranslations("settings.actions");
  return (
    <div className="grid gap-3">
      <Notice tone="neutral" announce title={title}>
        {lead}
      </Notice>
      <div className="flex items-end gap-2">
        <Field label={label} className="flex-1">
          <Input
            readOnly
            value={text}
            className="font-mono text-sm"
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <CopyButton
          showLabel
          text={text}
          label={t("copy")}
          copiedLabel={t("copied")}
          failedLabel={t("notCopied")}
          className="h-9.5"
        />
      </div>
    </div>
  );
}
