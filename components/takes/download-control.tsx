"use client";

import { Download } from "lucide-react";
import { buttonVariants } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { takesTags, useSoundDownloads } from "./use-sound-downloads";

/** Downloads a result: directly, or from a menu if its tags are a choice. */
export function DownloadControl({ output, label }: { output: OutputDto; label: string }) {
  const listDownloads = useSoundDownloads();
  if (takesTags(output)) {
    return (
      <Menu
        items={listDownloads(output)}
        label={label}
        data-tooltip={label}
        variant="ghost"
        size="icon-small"
      >
        <Download aria-hidden />
      </Menu>
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
