import { apiFetch, ApiError } from "@/components/queries/api-fetch";
import { digestAddress } from "@/components/queries/digest-queries";
import type { Digest } from "@/lib/notices/digest-dto";
import { closeNotices, notifyEnds, readNoticeState } from "./browser-notices";
import { startServiceWorker } from "./start-service-worker";
import { markTab } from "./tab-mark";

/** A batch may end many at once. */
const settleMs = 300;

/** How many ends one notification names. */
const mostNotified = 20;

/** What the tabs of this browser tell one another: how many generations ended unseen. */
interface TabNews {
  unseen: number;
}

/** Tells in this tab what ended while nobody looked. */
interface EndTeller {
  /** Something ended, was seen, or may have. */
  hear(): void;
}

let teller: EndTeller | undefined;

/** The tab's only teller. */
export function hearOfEnds(): void {
  teller ??= createTeller();
  teller.hear();
}

function createTeller(): EndTeller {
  /** Whether the person looks since the last answer: what ends now is watched. */
  let isWatching = false;
  let isRunning = false;
  let isDue = false;
  startServiceWorker();
  // Of the hidden tabs, one has the event stream.
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("reverie-ends") : undefined;
  tabs?.addEventListener("message", ({ data }: MessageEvent<TabNews>) => {
    if (document.hidden) markTab(data.unseen);
  });

  async function tell(): Promise<void> {
    if (!document.hidden && !isWatching) {
      markTab(0);
      void closeNotices();
      tabs?.postMessage({ unseen: 0 } satisfies TabNews);
      await look();
      isWatching = !document.hidden;
      return;
    }
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve, settleMs));
    const notifies = document.hidden && readNoticeState() === "on";
    const query = { unseen: "true", limit: notifies ? mostNotified : 0 };
    const digest = await apiFetch<Digest>(digestAddress, { query });
    if (document.hidden) {
      markTab(digest.unseen);
      tabs?.postMessage({ unseen: digest.unseen } satisfies TabNews);
      if (notifies) await notifyEnds(digest);
    } else if (isWatching && digest.unseen > 0) await look(digest.unseenIds);
  }

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        await tell().catch((error: unknown) => {
          // Offline or signed out: the page says so, and the next event asks again.
          if (!(error instanceof ApiError)) throw error;
        });
      }
    } finally {
      isRunning = false;
    }
  }

  const hear = () => {
    isDue = true;
    if (!isRunning) void run();
  };
  document.addEventListener("visibilitychange", () => {
    isWatching = false;
    if (!document.hidden) hear();
  });
  return { hear };
}

const look = (watchedIds?: string[]) =>
  apiFetch(`${digestAddress}/looks`, { method: "POST", body: watchedIds ? { watchedIds } : {} });
