/** The last field that was typed in and keeps no draft. */
let typed: HTMLInputElement | HTMLTextAreaElement | null = null;

const fields = "textarea, input:not([type=search], [type=checkbox], [type=radio], [type=range], [type=file])";

/** Watches where text is typed. Forms that keep a draft, marked with `data-draft`, don't count. */
export function watchTyping(signal: AbortSignal): void {
  const onInput = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.matches(fields) || target.closest("[data-draft]")) return;
    typed = target as HTMLInputElement | HTMLTextAreaElement;
  };
  addEventListener("input", onInput, { capture: true, signal });
}

/** Whether leaving the page would lose text. */
export const isTypedUnsaved = (): boolean => typed !== null && typed.isConnected && typed.value !== "";

/** What was typed is saved. */
export function forgetTyped(): void {
  typed = null;
}
