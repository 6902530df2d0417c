import type { AbstractIntlMessages } from "next-intl";

/** Both trees of messages in one; where both have a message, the added one counts. */
export function mergeMessages(
  inherited: AbstractIntlMessages,
  added: AbstractIntlMessages,
): AbstractIntlMessages {
  const merged = { ...inherited };
  for (const [name, own] of Object.entries(added)) {
    const above = merged[name];
    merged[name] = typeof above === "object" && typeof own === "object" ? mergeMessages(above, own) : own;
  }
  return merged;
}
