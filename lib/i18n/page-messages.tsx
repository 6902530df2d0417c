import type { AbstractIntlMessages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickMessages, type PageNamespace } from "./catalogues";
import { MergedMessages } from "./merged-messages";

/**
 * Hands the words of the named namespaces to the client components inside it, besides those of the shell.
 * Server components need it not: they read every namespace where they run.
 */
export async function PageMessages({
  namespaces,
  children,
}: {
  namespaces: readonly PageNamespace[];
  children: ReactNode;
}) {
  const messages = (await getMessages()) as AbstractIntlMessages;
  return <MergedMessages messages={pickMessages(messages, namespaces)}>{children}</MergedMessages>;
}
