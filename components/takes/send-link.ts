import { copyText } from "@/components/ui/copy-text";

/** Whether the browser has a dialog of the system for sending a link: on phones, and in secure contexts only. */
export const canSendLinks = (): boolean => "share" in navigator;

/**
 * Opens the system's dialog for sending a link. Copies the link where the system refuses.
 *
 * @returns "closed" where the person closed the dialog, which is no fault
 */
export async function sendLink(link: {
  title: string;
  url: string;
}): Promise<"sent" | "closed" | "copied" | "failed"> {
  try {
    await navigator.share(link);
    return "sent";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "closed";
    return (await copyText(link.url)) ? "copied" : "failed";
  }
}
