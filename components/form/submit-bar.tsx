"use client";

import { useRef, type ReactNode } from "react";
import { useShortcut } from "@/components/shell/use-shortcut";
import { ShortcutHint } from "@/components/shell/shortcut-keys";
import { Button } from "@/components/ui/button";

export interface SubmitBarProps {
  /** What the button does: "Make images". */
  label: string;
  /** What will be sent: "4 images at 1248 × 832", its number in <strong>. */
  summary: ReactNode;
  /** When: "Sends now, 6 left this minute". */
  detail?: ReactNode;
  pending?: boolean;
  disabled?: boolean;
  /** Over the bar: why the last try was refused. */
  problem?: ReactNode;
}

const submitShortcut = "mod+enter";

/** At the foot of a form, always in sight: says what is sent and when. mod+Enter sends from any of its fields. */
export function SubmitBar({
  label,
  summary,
  detail,
  pending = false,
  disabled = false,
  problem,
}: SubmitBarProps) {
  const barRef = useRef<HTMLDivElement>(null);
  useShortcut(submitShortcut, () => barRef.current?.closest("form")?.requestSubmit(), {
    whileTyping: true,
    enabled: !pending && !disabled,
  });
  return (
    <div
      ref={barRef}
      data-submit-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--player-height))] z-20 border-t bg-panel md:bottom-(--player-height) md:left-52 lg:sticky lg:bottom-0 lg:left-auto"
    >
      {problem ? <div className="border-b px-4 py-3 lg:px-6">{problem}</div> : null}
      <div className="flex items-center gap-3.5 px-4 py-2.5 lg:px-6 lg:py-3.5">
        <div className="min-w-0 flex-1 text-2xs text-text-3 [&_strong]:font-medium [&_strong]:text-text-2">
          <p className="truncate">{summary}</p>
          {detail ? (
            <p className="line-clamp-2" aria-live="polite">
              {detail}
            </p>
          ) : null}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          pending={pending}
          disabled={disabled}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {label}
          <ShortcutHint shortcut={submitShortcut} className="max-sm:hidden" />
        </Button>
      </div>
    </div>
  );
}
