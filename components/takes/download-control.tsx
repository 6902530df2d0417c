"use client";

import { Download } from "lucide-react";
import { buttonVariants } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { useDownloadItems } from "./use-download-items";

/** Downloads a result: directly, or from a menu if its format is a choice. */
export function DownloadControl({ output, label }: { output: OutputDto; label: string }) {
  const { items, dialog } = useDownloadItems(output);
  if (items.length > 1) {
    return (
      <>
        <Menu items={items} label={label} data-tooltip={label} variant="ghost" size="icon-small">
          <Download aria-hidden />
        </Menu>
        {dialog}
      </>
    );
  }
  return (
    <a
      href={downloadAddress(output)}
      download={output.fileName}
      aria-label={label}
      data-tooltip={label}
      className={buttonVariants({ variant: "ghost", size: "icon-small" })}
    >
      <Download aria-hidden />
    </a>
  );
}
