import { apiFetch } from "@/components/queries/api-fetch";
import type { PushSubscriptionDto } from "@/lib/notices/push-dto";

/** The routes of Web Push. */
export const pushAddress = "/api/v1/notifications/subscriptions";

/** Whether this browser takes messages while no tab is open. */
export const canPush = () =>
  isSecureContext &&
  "PushManager" in globalThis &&
  "serviceWorker" in navigator &&
  "Notification" in globalThis;

/**
 * Has this browser told by Web Push, once its person allows notifications.
 *
 * @returns null if they don't
 */
export async function startPush(publicKey: string): Promise<PushSubscriptionDto | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // One for other keys would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe(options);
  const locale = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  try {
    return await apiFetch<PushSubscriptionDto>(pushAddress, {
      method: "POST",
      body: { ...subscription.toJSON(), locale },
    });
  } catch (error) {
    // Without the studio it is worth nothing.
    await subscription.unsubscribe();
    throw error;
  }
}

/** Ends it, in this browser too if it is this one. */
export async function stopPush({ id, current }: Pick<PushSubscriptionDto, "id" | "current">): Promise<void> {
  await apiFetch(`${pushAddress}/${id}`, { method: "DELETE" });
  if (!current || !canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
