import type { AbstractIntlMessages } from "next-intl";
import type { Locale } from "./locales";

/**
 * The message files under messages/<locale>/, one for each part of the studio, so that a page hands the browser only
 * the words it shows. A new file needs its line here and in messages.d.ts; a test compares both with the folders.
 */
export const namespaces = [
  "common",
  "shell",
  "errors",
  "validation",
  "form",
  "auth",
  "settings",
  "home",
  "create",
  "takes",
  "library",
  "activity",
  "player",
  "reader",
  "voices",
  "sound",
  "workbench",
  "lyrics",
  "composing",
  "camera",
  "callbacks",
  "frame",
  "watch",
] as const;

export type Namespace = (typeof namespaces)[number];

/** A namespace as a page names it: a file of messages/, one generator's own, or the rules that fields of all kinds have. */
export type PageNamespace = Namespace | `generators.${string}` | "validation.field";

async function importMessages(locale: Locale, namespace: Namespace): Promise<AbstractIntlMessages> {
  const file = (await import(`../../messages/${locale}/${namespace}.json`)) as {
    default: AbstractIntlMessages;
  };
  return file.default;
}

/** All words of one language that are not a generator's, for the server. */
export async function loadMessages(locale: Locale): Promise<Record<Namespace, AbstractIntlMessages>> {
  const entries = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await importMessages(locale, namespace)] as const),
  );
  return Object.fromEntries(entries) as Record<Namespace, AbstractIntlMessages>;
}

/** The named namespaces out of all messages, in the shape in which the browser looks them up. */
export function pickMessages(
  messages: AbstractIntlMessages,
  picked: readonly PageNamespace[],
): AbstractIntlMessages {
  const result: AbstractIntlMessages = {};
  for (const namespace of picked) {
    const [root, child] = namespace.split(".") as [string, string | undefined];
    const source = messages[root];
    if (source === undefined || typeof source === "string") throw new Error(`No messages for ${namespace}`);
    if (child === undefined) {
      result[root] = source;
    } else {
      const part = source[child];
      if (part === undefined) throw new Error(`No messages for ${namespace}`);
      result[root] = { ...(result[root] as AbstractIntlMessages | undefined), [child]: part };
    }
  }
  return result;
}
