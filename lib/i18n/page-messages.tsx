import type { AbstractIntlMessages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickMessages, type PageNamespace } from "./catalogues";
import { MergedMessages } from "./merged-messages";

/**
 * Provides the messages of these namespaces to client components, in addition to the shell's. Server components
 * don't need it: they can read every namespace.
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
