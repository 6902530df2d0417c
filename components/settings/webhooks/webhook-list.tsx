"use client";

import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { StateDot } from "@/components/ui/state-dot";
import type { ActionResult } from "@/lib/http/action-result";
import type { WebhookDto } from "@/lib/webhooks/webhook-dto";
import type { NewWebhook } from "@/lib/webhooks/webhook-input";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import { toneOfWebhook } from "./webhook-state";

const loadDialog = () => import("./webhook-dialog");

/** A person's webhooks, each with a link to its page, and the dialog that creates one. */
export function WebhookList({
  webhooks,
  create,
}: {
  webhooks: readonly WebhookDto[];
  create: (input: NewWebhook) => Promise<ActionResult<{ secret: string | null }>>;
}) {
  const t = useTranslations("settings.webhooks");
  const format = useFormatter();
  const [creating, setCreating] = useState(false);
  return (
    <SettingsPart
      title={t("list")}
      actions={
        <Button size="small" variant="primary" onClick={() => setCreating(true)}>
          {t("create")}
        </Button>
      }
    >
      <SettingsRows label={t("list")} empty={t("none")}>
        {webhooks.map((webhook) => {
          const { tone, state } = toneOfWebhook(webhook);
          return (
            <SettingsRow
              key={webhook.id}
              actions={<StateDot tone={tone}>{t(`states.${state}`)}</StateDot>}
              facts={
                <>
                  <span className="wrap-anywhere">{new URL(webhook.url).host}</span>
                  {" · "}
                  {format.list(
                    webhook.events.map((event) => t(`events.${event}`)),
                    { style: "narrow" },
                  )}
                </>
              }
            >
              <Link
                href={`/settings/webhooks/${webhook.id}`}
                className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-2 hover:decoration-current"
              >
                {webhook.name}
              </Link>
            </SettingsRow>
          );
        })}
      </SettingsRows>
      {creating ? (
        <FetchedPart
          load={loadDialog}
          props={{ save: create, onEnd: () => setCreating(false) }}
          onFailed={() => setCreating(false)}
        />
      ) : null}
    </SettingsPart>
  );
}
