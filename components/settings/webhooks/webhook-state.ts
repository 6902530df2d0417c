import type { StateTone } from "@/components/ui/state-dot";
import type { WebhookDto } from "@/lib/webhooks/webhook-dto";

/** What is shown of a webhook: whether it sends, and whether its receiver accepts. */
export function toneOfWebhook({ enabled, stoppedBy, failingSince }: WebhookDto): {
  tone: StateTone;
  state: "enabled" | "failing" | "disabled" | "stopped";
} {
  if (stoppedBy !== null) return { tone: "danger", state: "stopped" };
  if (!enabled) return { tone: "neutral", state: "disabled" };
  return failingSince === null ? { tone: "good", state: "enabled" } : { tone: "warning", state: "failing" };
}
