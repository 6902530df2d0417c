import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SettingsHeading } from "@/components/settings/settings-section";
import { DeliveryLog } from "@/components/settings/webhooks/delivery-log";
import { WebhookDetail } from "@/components/settings/webhooks/webhook-detail";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getDatabase } from "@/lib/db/database.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { listDeliveries } from "@/lib/webhooks/deliveries.server";
import { listDeliveriesQuerySchema } from "@/lib/webhooks/webhook-input";
import { listWebhooks } from "@/lib/webhooks/webhooks.server";
import {
  changeWebhookAction,
  deleteWebhookAction,
  redeliverAction,
  rotateWebhookSecretAction,
  testWebhookAction,
} from "../actions";

const cursorSchema = listDeliveriesQuerySchema.shape.cursor.catch(undefined);

export default async function WebhookPage({
  params,
  searchParams,
}: {
  params: Promise<{ webhookId: string }>;
  searchParams: Promise<{ cursor?: string | string[] }>;
}) {
  const actor = await requireSessionActor();
  const { webhookId: id } = await params;
  const cursor = cursorSchema.parse((await searchParams).cursor);
  const { webhooks } = await listWebhooks(getDatabase(), actor.userId);
  const webhook = z.uuid().safeParse(id).success ? webhooks.find((each) => each.id === id) : undefined;
  if (!webhook) notFound();
  const [{ deliveries, nextCursor }, t] = await Promise.all([
    listDeliveries(getDatabase(), { userId: actor.userId, id }, { cursor, limit: 30 }),
    getTranslations("settings.webhooks"),
  ]);
  return (
    <PageMessages namespaces={["settings.webhooks", "validation.webhook", "validation.connection"]}>
      <Link href="/settings/webhooks" className="text-sm text-text-2 underline">
        {t("back")}
      </Link>
      <div className="mt-3 wrap-anywhere">
        <SettingsHeading title={webhook.name}>{webhook.url}</SettingsHeading>
      </div>
      <WebhookDetail
        webhook={webhook}
        actions={{
          change: changeWebhookAction.bind(null, id),
          rotate: rotateWebhookSecretAction.bind(null, id),
          remove: deleteWebhookAction.bind(null, id),
          test: testWebhookAction.bind(null, id),
        }}
      />
      <DeliveryLog
        deliveries={deliveries}
        canRedeliver={webhook.enabled}
        redeliver={redeliverAction.bind(null, id)}
      />
      {nextCursor ? (
        <p className="mt-6 text-sm">
          <Link href={`/settings/webhooks/${id}?cursor=${nextCursor}`} className="underline">
            {t("older")}
          </Link>
        </p>
      ) : null}
    </PageMessages>
  );
}
