"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

/** Shows the result before or after the one in the lightbox. */
export function LightboxStep({
  side,
  label,
  hidden,
  onClick,
}: {
  side: "left" | "right";
  label: string;
  hidden: boolean;
  onClick: () => void;
}) {
  return (
    <IconButton
      label={label}
      onClick={onClick}
      // Disabled instead of removed: at the end of the row the focused button would lose focus.
      aria-disabled={hidden || undefined}
      size="icon"
      className={classNames(
        "absolute top-1/2 -translate-y-1/2 bg-panel/80 text-text active:-translate-y-1/2",
        side === "left" ? "left-3" : "right-3",
        hidden && "opacity-0!",
      )}
    >
      {side === "left" ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />}
    </IconButton>
  );
}
