"use client";

import { NextIntlClientProvider, useMessages, type AbstractIntlMessages } from "next-intl";
import type { ReactNode } from "react";

/** Adds messages to those of the layouts above, so that what the shell sent is not sent again with each page. */
export function MergedMessages({
  messages,
  children,
}: {
  messages: AbstractIntlMessages;
  children: ReactNode;
}) {
  const inherited = useMessages() as AbstractIntlMessages;
  const merged: AbstractIntlMessages = { ...inherited, ...messages };
  const { generators: own } = messages;
  const { generators: above } = inherited;
  // Each generator is a namespace of its own below `generators`.
  if (isTree(own) && isTree(above)) merged.generators = { ...above, ...own };
  return <NextIntlClientProvider messages={merged}>{children}</NextIntlClientProvider>;
}

function isTree(value: AbstractIntlMessages | string | undefined): value is AbstractIntlMessages {
  return typeof value === "object";
}
