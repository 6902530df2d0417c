/** How long leaving may wait for a push service. */
const forgetMs = 2_000;

/** Ends the session and opens the sign-in page. Loads the client of next-auth on demand. */
export async function signOutAndLeave(): Promise<void> {
  const [{ signOut }] = await Promise.all([
    import("next-auth/react"),
    Promise.race([forgetPush(), new Promise((resolve) => setTimeout(resolve, forgetMs))]),
  ]);
  await signOut({ callbackUrl: "/sign-in" });
}

/** Has the push service drop what it still keeps for this browser, of which the next person must see nothing. */
async function forgetPush(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch (error) {
    // Signing out clears the subscription with the storage, and the service worker asks whose a message is.
    console.warn("Web Push could not be ended.", error);
  }
}
