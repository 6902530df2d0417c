/** What a count adds before the title. */
const countPattern = /^\(\d+\) /;

/** A title that begins with a count; without one for 0. Pure. */
export function countInTitle(title: string, count: number): string {
  const plain = title.replace(countPattern, "");
  return count === 0 ? plain : `(${count}) ${plain}`;
}

/** The icon with a mark; public/ has both. */
const markedIcon = "/icon-news.svg";

/** Shows in the tab's title and icon, and on the icon of an installed studio, how many generations ended unseen. */
export function markTab(count: number): void {
  const title = countInTitle(document.title, count);
  if (title !== document.title) document.title = title;
  for (const icon of document.querySelectorAll<HTMLLinkElement>("link[rel=icon]")) {
    icon.dataset.plain ??= icon.getAttribute("href") ?? "";
    const address = count === 0 ? icon.dataset.plain : markedIcon;
    if (icon.getAttribute("href") !== address) icon.href = address;
  }
  if (!("setAppBadge" in navigator)) return;
  // Only an installed studio has one.
  (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
}
