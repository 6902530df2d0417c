"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import type { ReactNode } from "react";

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
  const merged: AbstractIntlMessages = { ...inherited, ...messages };
  const { generators: own } = messages;
  const { generators: above } = inherited;
  // Each generator has its own namespace below `generators`.
  if (isTree(own) && isTree(above)) merged.generators = { ...above, ...own };
  return (
    <NextIntlClientProvider locale={locale} messages={merged}>
      {children}
    </NextIntlClientProvider>
  );
}

function isTree(value: AbstractIntlMessages | string | undefined): value is AbstractIntlMessages {
  return typeof value === "object";
}
