"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { useSchemaForm } from "@/components/form/use-schema-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { ActionResult } from "@/lib/http/action-result";
import { type WebhookDto, webhookEvents } from "@/lib/webhooks/webhook-dto";
import type { NewWebhook } from "@/lib/webhooks/webhook-input";
import { ShownOnce } from "../shown-once";
import { ProblemNotice, useAction } from "../use-action";

const loadRules = async () => (await import("@/lib/webhooks/webhook-input")).createWebhookBodySchema;

interface WebhookDialogProps {
  /** The one to change; a new one without it. */
  webhook?: Pick<WebhookDto, "name" | "url" | "events" | "enabled">;
  /** Returns the secret of a new one. */
  save: (input: NewWebhook) => Promise<ActionResult<{ secret: string | null }>>;
  onEnd: () => void;
}

/** Creates a webhook and shows its secret once, or changes one. Lazily loaded, hence the default export. */
export default function WebhookDialog({ webhook, save, onEnd }: WebhookDialogProps) {
  const t = useTranslations("settings.webhooks");
  const common = useTranslations("settings.actions");
  const router = useRouter();
  const formId = useId();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useSchemaForm(loadRules, {
    name: webhook?.name ?? "",
    url: webhook?.url ?? "",
    events: [...(webhook?.events ?? webhookEvents)],
    enabled: webhook?.enabled ?? true,
  });
  const { errors } = form.formState;
  const { field: events } = useController({ control: form.control, name: "events" });
  const { run, pending, problem } = useAction(save, {
    onRefused: ({ fields }) => void form.showFieldProblems(fields),
  });

  const submit = form.handleSubmit(async (input) => {
    const saved = await run(input);
    if (!saved) return;
    router.refresh();
    if (saved.value.secret === null) onEnd();
    else setSecret(saved.value.secret);
  });

  return (
    <Dialog
      open
      onClose={onEnd}
      title={t(webhook ? "editTitle" : "create")}
      closeLabel={common("cancel")}
      footer={
        secret === null ? (
          <>
            <Button onClick={onEnd}>{common("cancel")}</Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              {webhook ? common("save") : t("create")}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onEnd}>
            {t("done")}
          </Button>
        )
      }
    >
      {secret === null ? (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            // React events bubble through the component tree, also out of a dialog.
            event.stopPropagation();
            void submit(event);
          }}
          className="grid gap-5"
        >
          <Field label={t("name")} error={errors.name?.message}>
            <Input autoComplete="off" data-autofocus="" {...form.register("name")} />
          </Field>
          <Field label={t("url")} hint={t("urlHint")} error={errors.url?.message}>
            <Input type="url" autoComplete="off" placeholder="https://" {...form.register("url")} />
          </Field>
          <Field as="group" label={t("eventsLabel")} error={errors.events?.message}>
            <div className="grid gap-2.5">
              {webhookEvents.map((event) => (
                <EventSwitch
                  key={event}
                  label={t(`events.${event}`)}
                  checked={events.value.includes(event)}
                  onChange={(checked) =>
                    events.onChange(
                      checked ? [...events.value, event] : events.value.filter((each) => each !== event),
                    )
                  }
                />
              ))}
            </div>
          </Field>
          <ProblemNotice problem={problem} />
        </form>
      ) : (
        <ShownOnce title={t("secretTitle")} lead={t("secretLead")} label={t("secret")} text={secret} />
      )}
    </Dialog>
  );
}

function EventSwitch({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-sm text-text">
        {label}
      </label>
      <Switch id={id} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}
