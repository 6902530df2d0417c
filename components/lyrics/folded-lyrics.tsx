"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Button } from "@/components/ui/button";

export interface LyricsFold {
  /** Why the field is folded. */
  note: string;
  /** Label of the button that opens the field; omitted if there is nothing to show. */
  show?: string | undefined;
}

/** One line in place of the lyrics field, which stays mounted behind it with its text and undo steps. */
export function FoldedLyrics({
  name,
  fold,
  error,
  children,
}: {
  /** Name of the field, so that focusing its error reaches the button. */
  name: string | undefined;
  /** Undefined when the field is not folded. */
  fold: LyricsFold | undefined;
  error: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("lyrics");
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = fold === undefined || (isUnfolded && fold.show !== undefined);
  return (
    <div>
      {fold ? (
        <div className={classNames("rounded-md border px-3 py-1.5", isOpen && "mb-3")}>
          <div className="flex min-h-7.5 items-center gap-2">
            <p id={`${id}-note`} className="min-w-0 flex-1 text-sm text-text-2">
              {fold.note}
            </p>
            {fold.show === undefined ? null : (
              <Button
                name={name}
                size="small"
                variant="ghost"
                aria-expanded={isOpen}
                aria-controls={id}
                aria-describedby={`${id}-note ${id}-error`}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <ChevronDown aria-hidden className={classNames(isOpen && "rotate-180")} />
                {isOpen ? t("fold") : fold.show}
              </Button>
            )}
          </div>
          <p id={`${id}-error`} role="alert" className="pb-1 text-2xs text-danger empty:hidden">
            {isOpen ? null : error}
          </p>
        </div>
      ) : null}
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
