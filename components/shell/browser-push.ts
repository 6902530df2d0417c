import { apiFetch } from "@/components/queries/api-fetch";
import { pushAddress } from "@/lib/notices/push-address";
import type { PushSubscriptionDto } from "@/lib/notices/push-dto";
import { type NoticeState, readNoticeState } from "./browser-notices";
import { registerServiceWorker } from "./start-service-worker";

/** Whether this browser takes messages while no tab is open, and why not. */
export function readPushState(): "possible" | Extract<NoticeState, "insecure" | "unsupported" | "blocked"> {
  const state = readNoticeState();
  if (state !== "on" && state !== "off") return state;
  return "PushManager" in globalThis ? "possible" : "unsupported";
}

/** Has this browser told by Web Push, if its person allows notifications. */
export async function startPush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  // It would never be ready where the browser refuses it.
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // One for other keys would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe(options);
  const locale = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  try {
    await apiFetch<PushSubscriptionDto>(pushAddress, {
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
  if (!current || ["insecure", "unsupported"].includes(readPushState())) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
