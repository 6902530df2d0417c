import type { AbstractIntlMessages } from "next-intl";
import type validationMessages from "../../messages/en/validation.json";
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
  "audit",
  "cleartext",
  "settings",
  "status",
  "home",
  "create",
  "takes",
  "library",
  "projects",
  "activity",
  "player",
  "reader",
  "voices",
  "selection",
  "sound",
  "workbench",
  "lyrics",
  "composing",
  "camera",
  "callbacks",
  "frame",
  "watch",
  "share",
  "presets",
  "reuse",
  "download",
  "batches",
  "costs",
  "films",
  "timeline",
  "desk",
  "preview",
  "places",
] as const;

export type Namespace = (typeof namespaces)[number];

/** The parts of messages/<locale>/validation.json: the rules of one kind of form each. */
type ValidationPart = keyof typeof validationMessages;

/** What forms of all kinds need of the rules. */
export const everyFormMessages = ["validation.field", "validation.media"] as const;

/** What a page sends to the browser: a file of messages/, or a part of one where few pages need all of it. */
export type PageNamespace =
  | Exclude<Namespace, "validation" | "errors" | "settings">
  | `validation.${ValidationPart}`
  | `${"auth" | "errors" | "form" | "generators" | "settings" | "takes"}.${string}`;

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
    const names = namespace.split(".");
    const last = names.pop()!;
    let source = messages;
    let target = result;
    for (const name of names) {
      source = readTree(source[name], namespace);
      target[name] = { ...(target[name] as AbstractIntlMessages | undefined) };
      target = target[name];
    }
    const part = source[last];
    if (part === undefined) throw new Error(`No messages for ${namespace}`);
    target[last] = part;
  }
  return result;
}

function readTree(
  messages: AbstractIntlMessages | string | undefined,
  namespace: string,
): AbstractIntlMessages {
  if (messages === undefined || typeof messages === "string") throw new Error(`No messages for ${namespace}`);
  return messages;
}
