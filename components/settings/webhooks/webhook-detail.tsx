"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SwitchField } from "@/components/form/switch-field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Notice } from "@/components/ui/notice";
import type { ActionResult } from "@/lib/http/action-result";
import type { DeliveryDto, WebhookDto } from "@/lib/webhooks/webhook-dto";
import type { WebhookChanges } from "@/lib/webhooks/webhook-input";
import { ShownOnce } from "../shown-once";
import { ProblemNotice, useAction } from "../use-action";
import { useAttemptText } from "./use-attempt-text";

const loadDialog = () => import("./webhook-dialog");

/** What the buttons of a webhook do, each for this one. */
export interface WebhookActions {
  change: (changes: WebhookChanges) => Promise<ActionResult<{ secret: null }>>;
  rotate: () => Promise<ActionResult<{ secret: string }>>;
  remove: () => Promise<ActionResult<null>>;
  test: () => Promise<ActionResult<DeliveryDto>>;
}

/** The state of a webhook, with its test, its switch and its changes. */
export function WebhookDetail({ webhook, actions }: { webhook: WebhookDto; actions: WebhookActions }) {
  const t = useTranslations("settings.webhooks");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const router = useRouter();
  const describe = useAttemptText();
  const [asked, setAsked] = useState<"rotate" | "remove" | null>(null);
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<DeliveryDto | null>(null);
  const change = useAction(actions.change, { announce: () => t("changed") });
  const rotate = useAction(actions.rotate);
  const remove = useAction(actions.remove, { announce: () => t("deleted") });
  const test = useAction(actions.test);
  const written = (time: string) => format.dateTime(new Date(time), "dateTime");

  async function confirm(): Promise<void> {
    if (asked === "rotate") {
      const rotated = await rotate.run();
      if (rotated) {
        setSecret(rotated.value.secret);
        router.refresh();
      }
    } else if (await remove.run()) router.replace("/settings/webhooks");
    setAsked(null);
  }

  async function sendTest(): Promise<void> {
    setTested(null);
    const ended = await test.run();
    if (!ended) return;
    setTested(ended.value);
    router.refresh();
  }

  const [attempt] = tested?.attempts ?? [];
  return (
    <div className="grid gap-5">
      {webhook.stoppedBy ? (
        <Notice tone="danger" title={t(`stopped.${webhook.stoppedBy}`)}>
          {t("stoppedAction")}
        </Notice>
      ) : null}
      {webhook.hasSecret ? null : <Notice tone="warning" title={t("noSecret")} />}
      {webhook.enabled && webhook.failingSince ? (
        <Notice tone="warning" title={t("failingSince", { when: written(webhook.failingSince) })} />
      ) : null}
      <SwitchField
        name="enabled"
        label={t("enabled")}
        hint={t("enabledHint")}
        value={webhook.enabled}
        disabled={change.pending}
        onValueChange={(enabled) => void change.run({ enabled: enabled === true })}
        onBlur={() => {}}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={test.pending} onClick={() => void sendTest()}>
          {t("sendTest")}
        </Button>
        <Button variant="outline" onClick={() => setEditing(true)}>
          {t("edit")}
        </Button>
        <Button variant="outline" onClick={() => setAsked("rotate")}>
          {t("newSecret")}
        </Button>
        <Button variant="outline" onClick={() => setAsked("remove")}>
          {t("delete")}
        </Button>
      </div>
      <ProblemNotice problem={change.problem ?? rotate.problem ?? remove.problem ?? test.problem} />
      {attempt ? (
        <Notice
          announce
          tone={attempt.fault === null ? "neutral" : "danger"}
          title={t(attempt.fault === null ? "testDelivered" : "testFailed")}
        >
          {describe(attempt)}
        </Notice>
      ) : null}
      {secret === null ? null : (
        <ShownOnce title={t("rotatedTitle")} lead={t("secretLead")} label={t("secret")} text={secret} />
      )}
      {webhook.previousSecretUntil ? (
        <p className="text-2xs text-text-3">
          {t("previousSecret", { when: written(webhook.previousSecretUntil) })}
        </p>
      ) : null}
      {editing ? (
        <FetchedPart
          load={loadDialog}
          props={{ webhook, save: actions.change, onEnd: () => setEditing(false) }}
          onFailed={() => setEditing(false)}
        />
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void confirm()}
        title={asked === "remove" ? t("deleteTitle", { name: webhook.name }) : t("rotateTitle")}
        confirmLabel={asked === "remove" ? t("delete") : t("newSecret")}
        cancelLabel={common("cancel")}
        destructive={asked === "remove"}
        pending={rotate.pending || remove.pending}
      >
        {asked === "remove" ? t("deleteBody") : t("rotateBody")}
      </ConfirmDialog>
    </div>
  );
}
