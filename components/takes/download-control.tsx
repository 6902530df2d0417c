"use client";

import { Download } from "lucide-react";
import { buttonVariants } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { useDownloadFormats } from "./use-download-formats";
import { useOriginalDownloads } from "./use-original-downloads";

/** Downloads a result: directly, or from a menu if tags and formats are a choice. */
export function DownloadControl({ output, label }: { output: OutputDto; label: string }) {
  const listOriginals = useOriginalDownloads();
  const formats = useDownloadFormats(output);
  const items = [...listOriginals(output), ...formats.items];
  if (items.length > 1) {
    return (
      <>
        <Menu items={items} label={label} data-tooltip={label} variant="ghost" size="icon-small">
          <Download aria-hidden />
        </Menu>
        {formats.dialog}
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
