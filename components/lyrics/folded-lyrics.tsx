"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Button } from "@/components/ui/button";

export interface LyricsFold {
  /** Why there is only this line. */
  note: string;
  /** What opens the field; left out where there is nothing to see. */
  show?: string | undefined;
}

/** One line in place of the lyrics field, which stays as it is behind it: its words and its steps of undo. */
export function FoldedLyrics({
  name,
  fold,
  error,
  children,
}: {
  /** Of the field: who is taken to it because of an error comes to the button. */
  name: string | undefined;
  /** Undefined where the field stands open by itself. */
  fold: LyricsFold | undefined;
  error: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("lyrics");
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const isOpen = fold === undefined || (isWanted && fold.show !== undefined);
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
                onClick={() => setWanted(!isWanted)}
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
