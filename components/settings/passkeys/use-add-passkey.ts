import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useState } from "react";
import { studioUnreachableCode } from "@/components/queries/api-fetch";
import type { NewPasskey } from "@/lib/auth/passkey-input";
import type { ActionResult } from "@/lib/http/action-result";
import { useAction } from "../use-action";

export interface AddPasskeyActions {
  start: () => Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>>;
  add: (response: NewPasskey) => Promise<ActionResult<{ name: string }>>;
}

const loadBrowserPasskeys = () => import("@/components/passkeys/browser-passkeys");

/** Adds a passkey: asks the studio what it should be, the browser to make it, and the studio to keep it. */
export function useAddPasskey(
  actions: AddPasskeyActions,
  options: { announce?: (added: { name: string }) => string; onAdded?: () => void } = {},
) {
  const starting = useAction(actions.start);
  const { announce } = options;
  const adding = useAction(actions.add, announce ? { announce } : {});
  const [isMaking, setIsMaking] = useState(false);

  async function add(): Promise<void> {
    adding.setProblem(null);
    const started = await starting.run();
    if (!started) return;
    setIsMaking(true);
    // The import throws only when no response arrives.
    const browser = await loadBrowserPasskeys().catch(() => null);
    const made = browser
      ? await browser.makePasskeyInBrowser(started.value)
      : { code: studioUnreachableCode };
    setIsMaking(false);
    if ("code" in made) return adding.setProblem({ code: made.code, fields: [] });
    if (await adding.run(made.value)) options.onAdded?.();
  }

  return {
    add,
    pending: starting.pending || isMaking || adding.pending,
    problem: starting.problem ?? adding.problem,
  };
}
