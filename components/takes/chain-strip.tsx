"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Clapperboard } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useGenerator, useGenerators } from "@/components/generators";
import { chainQuery } from "@/components/queries/chain-queries";
import { classNames } from "@/components/ui/class-names";
import { resultKind } from "./result-kind";
import type { ChainStep } from "@/lib/generations/read/chain-dto";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { clampAspect, expectedAspect } from "./generation-facts";
import { LengthBadge } from "./length-badge";
import { Picture } from "./picture";
import { useGenerationWords } from "./use-generation-words";

const posterHeightPx = 84;

/**
 * The chain that a generation belongs to, from the first picture to the last video; nothing if it has none.
 *
 * @param revision changes with the descendants of the generation; the chain is then refetched
 */
export function ChainStrip({ generation, revision }: { generation: GenerationDto; revision: string }) {
  const t = useTranslations("watch.chain");
  const generators = useGenerators();
  const client = useQueryClient();
  const { data: chain } = useQuery(chainQuery(generation.id));
  const known = useRef(revision);
  const currentRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void client.invalidateQueries({ queryKey: chainQuery(generation.id).queryKey });
  }, [client, generation.id, revision]);
  // Scrolls a long chain to the current step.
  useEffect(() => {
    const current = currentRef.current;
    const list = current?.parentElement;
    if (current && list) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.clientWidth) / 2;
  }, [chain?.position]);

  if (!chain || chain.steps.length < 2) return null;
  const [{ generation: first }] = chain.steps as [ChainStep];
  const generator = generators.find(({ id }) => id === first.generator);
  const firstIsPicture = resultKind(first, generator) === "picture";
  return (
    <section aria-label={t("label")} className="grid min-w-0 gap-2.5 border-t pt-5">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5 text-sm font-medium">
        {t("title")}
        <span className="text-xs font-normal text-text-3">{t("hint")}</span>
      </h2>
      <ol className="relative flex min-w-0 items-start gap-1.5 -mx-1 overflow-x-auto p-1 pb-2">
        {chain.steps.map((step, index) => {
          const current = index === chain.position;
          return (
            <li
              key={step.generation.id}
              ref={current ? currentRef : undefined}
              className="flex shrink-0 items-start gap-1.5"
            >
              {index > 0 ? (
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-text-3"
                  style={{ marginBlockStart: posterHeightPx / 2 - 8 }}
                />
              ) : null}
              <Step
                step={step}
                name={
                  firstIsPicture && index === 0
                    ? t("picture")
                    : t("step", { number: index + (firstIsPicture ? 0 : 1) })
                }
                current={current}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Step({ step, name, current }: { step: ChainStep; name: string; current: boolean }) {
  const t = useTranslations("watch.chain");
  const words = useGenerationWords();
  const { generation, others } = step;
  return (
    <div className="grid gap-1.5">
      <Poster
        generation={generation}
        heightPx={posterHeightPx}
        label={t("open", { name, title: words.title(generation) })}
        current={current}
      />
      <span className={classNames("text-2xs", current ? "font-medium text-text" : "text-text-3")}>
        {name}
        {current ? <span className="ml-1.5 font-normal text-hue">{t("current")}</span> : null}
      </span>
      {others.length > 0 ? (
        <div className="grid gap-1">
          <span className="text-2xs text-text-3">{t("others")}</span>
          <ul className="flex gap-1">
            {others.map((other) => (
              <li key={other.id}>
                <Poster
                  generation={other}
                  heightPx={posterHeightPx / 2}
                  label={t("open", { name: t("others"), title: words.title(other) })}
                  current={false}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function Poster({
  generation,
  heightPx,
  label,
  current,
}: {
  generation: GenerationDto;
  heightPx: number;
  label: string;
  current: boolean;
}) {
  const t = useTranslations("watch.chain");
  const output = generation.outputs[0];
  const generator = useGenerator(generation.generator);
  const aspect = clampAspect(expectedAspect(generation, generator));
  return (
    <Link
      href={`/library/${generation.id}`}
      prefetch={false}
      aria-label={label}
      aria-current={current ? "page" : undefined}
      data-tooltip={label}
      className={classNames(
        "relative block overflow-hidden rounded-md bg-raised transition-opacity",
        current ? "outline-2 outline-offset-2 outline-hue" : "opacity-80 hover:opacity-100",
      )}
      style={{ height: heightPx, width: Math.round(heightPx * aspect) }}
    >
      {output ? (
        <>
          <Picture
            url={output.url}
            width={output.width}
            height={output.height}
            alt=""
            sizes={`${Math.round(heightPx * aspect)}px`}
            brokenLabel=""
          />
          {heightPx >= posterHeightPx ? (
            <LengthBadge output={output} className="absolute bottom-1 left-1" />
          ) : null}
        </>
      ) : (
        <span className="grid size-full place-content-center justify-items-center gap-1 p-1 text-center text-2xs text-text-3">
          <Clapperboard aria-hidden className="size-4" />
          {heightPx >= posterHeightPx ? t("unfinished") : null}
        </span>
      )}
    </Link>
  );
}
