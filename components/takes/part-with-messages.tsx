"use client";

import type { AbstractIntlMessages } from "next-intl";
import type { ComponentType } from "react";
import type { Locale } from "@/lib/i18n/locales";
import { MergedMessages } from "@/lib/i18n/merged-messages";

type LoadMessages = () => Promise<{ default: AbstractIntlMessages }>;
type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part that is fetched together with its messages, for `FetchedPart`: one loader for each language. */
export function partWithMessages<Props extends object>(
  namespace: string,
  loadPart: () => Promise<ComponentType<Props>>,
  { en, zh }: Record<Locale, LoadMessages>,
): Record<Locale, LoadPart<Props>> {
  const loadWith = (loadMessages: LoadMessages) => async () => {
    const [Part, { default: messages }] = await Promise.all([loadPart(), loadMessages()]);
    return {
      default: (props: Props) => (
        <MergedMessages messages={{ [namespace]: messages }}>
          <Part {...props} />
        </MergedMessages>
      ),
    };
  };
  return { en: loadWith(en), zh: loadWith(zh) };
}
