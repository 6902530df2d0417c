"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import type { ReactNode } from "react";
import { mergeMessages } from "./merge-messages";

/** Adds messages to those of the layouts above, so that pages don't send the shell's messages again. */
export function MergedMessages({
  messages,
  children,
}: {
  messages: AbstractIntlMessages;
  children: ReactNode;
}) {
  const locale = useLocale();
  const inherited = useMessages() as AbstractIntlMessages;
  return (
    <NextIntlClientProvider locale={locale} messages={mergeMessages(inherited, messages)}>
      {children}
    </NextIntlClientProvider>
  );
}
