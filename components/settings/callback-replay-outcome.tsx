"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { generationQueries } from "@/components/queries/generation-queries";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { CallbackReplay } from "@/lib/callbacks/callback-status-dto";
import { isTerminal } from "@/lib/generations/record/states";

/** What came of taking an update in again: followed until the generation has ended, where it still went on. */
export function CallbackReplayOutcome({ replay }: { replay: CallbackReplay }) {
  const t = useTranslations("callbacks");
  const { asked, generation } = replay;
  // The event stream keeps it up to date.
  const { data } = useQuery({ ...generationQueries.detail(generation.id), initialData: generation });
  const state = t(`events.states.${data.state}`);
  const isOver = isTerminal(data.state);
  const kind = asked
    ? isOver
      ? "askedEnded"
      : "asked"
    : isTerminal(generation.state)
      ? "ended"
      : "nothingNew";
  return (
    <Notice
      tone={isOver && data.state !== "succeeded" ? "warning" : "neutral"}
      announce
      className="mb-4"
      title={t(`replay.${kind}`, { state })}
      actions={
        <Link
          href={`/library/${generation.id}`}
          className={buttonVariants({ variant: "outline", size: "small" })}
        >
          {t("replay.open")}
        </Link>
      }
    >
      {t(`replayMeans.${kind}`)}
    </Notice>
  );
}
