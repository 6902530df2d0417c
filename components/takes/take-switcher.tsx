"use client";

import { Columns2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { compareAddress } from "./compare-address";
import { useResultAddress } from "./result-list-context";

interface TakeSwitcherProps {
  generation: GenerationDto;
  /** All takes of its idea, newest first. */
  takes: readonly GenerationDto[];
}

/** Switches between the takes of an idea, and compares videos with the next take; nothing for a single take. */
export function TakeSwitcher({ generation, takes }: TakeSwitcherProps) {
  const t = useTranslations("takes.stack");
  const resultAddress = useResultAddress();
  if (takes.length < 2) return null;
  const watched = takes.filter(({ outputs }) => outputs.some(isVideo));
  const place = watched.findIndex(({ id }) => id === generation.id);
  const other = place === -1 ? undefined : (watched[place + 1] ?? watched[place - 1]);
  return (
    <nav aria-label={t("takes")} className="flex flex-wrap items-center gap-1 border-b px-3 py-1.5 md:px-6">
      {takes.toReversed().map(({ id, take, title }) => {
        const isShown = id === generation.id;
        return (
          <Link
            key={id}
            href={resultAddress(id)}
            aria-current={isShown ? "page" : undefined}
            className={classNames(
              buttonVariants({ variant: "ghost", size: "small" }),
              isShown && "bg-hover text-text",
            )}
          >
            {t("take", { number: take?.number ?? 1 })}
            {title === null ? null : (
              <span className="max-w-48 truncate font-normal" dir="auto">
                {title}
              </span>
            )}
          </Link>
        );
      })}
      {other ? (
        <Link
          href={compareAddress(...([generation.id, other.id].sort() as [string, string]))}
          className={`${buttonVariants({ variant: "ghost", size: "small" })} ml-auto`}
        >
          <Columns2 aria-hidden />
          {t("compare")}
        </Link>
      ) : null}
    </nav>
  );
}
