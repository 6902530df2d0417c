"use client";

import MenuContent from "@/components/ui/menu-content";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { useDownloadItems } from "./use-download-items";

/** The menu of `DownloadControl`, and the dialog it leads to. Fetched with its first use, hence the default export. */
export default function DownloadChoices({ output }: { output: OutputDto }) {
  const { items, dialog } = useDownloadItems(output);
  return (
    <>
      <MenuContent items={items} />
      {dialog}
    </>
  );
}
