import type { AbstractIntlMessages } from "next-intl";
import type { Locale } from "@/lib/i18n/locales";
import type { GeneratorId } from "./registry";

type MessageFile = () => Promise<{ default: AbstractIntlMessages }>;

/** The words of each generator, in its own folder; loaded on the server only, a page picks what it sends on. */
const messageFiles: Record<GeneratorId, Record<Locale, MessageFile>> = {
  music: { en: () => import("./music/messages/en.json"), zh: () => import("./music/messages/zh.json") },
  cover: { en: () => import("./cover/messages/en.json"), zh: () => import("./cover/messages/zh.json") },
  image: { en: () => import("./image/messages/en.json"), zh: () => import("./image/messages/zh.json") },
  video: { en: () => import("./video/messages/en.json"), zh: () => import("./video/messages/zh.json") },
  speech: { en: () => import("./speech/messages/en.json"), zh: () => import("./speech/messages/zh.json") },
  narration: {
    en: () => import("./narration/messages/en.json"),
    zh: () => import("./narration/messages/zh.json"),
  },
};

/** All generators' words of one language, by generator id. */
export async function loadGeneratorMessages(locale: Locale): Promise<AbstractIntlMessages> {
  const entries = await Promise.all(
    Object.entries(messageFiles).map(async ([id, files]) => [id, (await files[locale]()).default] as const),
  );
  return Object.fromEntries(entries);
}
