"use client";

import { Download } from "lucide-react";
import { buttonVariants } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { hasFormats } from "@/lib/media/has-formats";

const loadChoices = () => import("./download-choices");

/** Downloads a result: directly, or from a menu if its format is a choice. */
export function DownloadControl({ output, label }: { output: OutputDto; label: string }) {
  if (output.item && hasFormats(output)) {
    return (
      <Menu
        content={<FetchedPart load={loadChoices} props={{ output }} />}
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
