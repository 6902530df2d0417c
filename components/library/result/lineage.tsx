"use client";

import { useQuery } from "@tanstack/react-query";
import { AudioLines, ChevronRight } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { lineageQuery } from "@/components/queries/lineage-query";
import { clampAspect } from "@/components/takes/clamp-aspect";
import { Picture } from "@/components/takes/picture";
import { PlayMark } from "@/components/video-player/play-mark";
import { classNames } from "@/components/ui/class-names";
import type { LineageNode } from "@/lib/generations/read/lineage-dto";

const tileHeightPx = 48;

export interface LineageProps {
  itemId: string;
}

/**
 * What an item was made from, on its left, and what was made from that, on its right. Nothing if it has no source and the
 * list of what was made from it says as much. Loaded on demand, hence the default export.
 */
export default function Lineage({ itemId }: LineageProps) {
  const t = useTranslations("library.lineage");
  const { data } = useQuery(lineageQuery(itemId));
  const ref = useRef<HTMLOListElement>(null);
  const nodes = data?.nodes ?? [];
  const depths = nodes.map(({ depth }) => depth);
  const [first, last] = [Math.min(0, ...depths), Math.max(0, ...depths)];
  useEffect(() => {
    // A wide tree shows the item first.
    const current = ref.current?.querySelector<HTMLElement>("[aria-current]")?.closest("li[data-step]");
    if (current instanceof HTMLElement && ref.current) ref.current.scrollLeft = current.offsetLeft - 32;
  }, [first, last]);
  if (first === 0 && last < 2) return null;
  const steps = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const title = first < 0 ? t("title") : t("titleMade");
  return (
    <section aria-label={title} className="min-w-0 border-t page-x pt-5 pb-6">
      <h2 className="mb-3 text-base font-medium">{title}</h2>
      <ol ref={ref} className="relative -mx-1 flex min-w-0 items-start gap-2 overflow-x-auto p-1 pb-2">
        {steps.map((depth) => (
          <li key={depth} data-step="" className="flex shrink-0 items-start gap-2">
            {depth > first ? (
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-text-3"
                style={{ marginBlockStart: tileHeightPx / 2 - 8 }}
              />
            ) : null}
            <ul className="grid gap-2">
              {nodes
                .filter((node) => node.depth === depth)
                .map((node) => (
                  <li key={node.id}>
                    <Node node={node} />
                  </li>
                ))}
              <More count={sumOf(nodes.filter((node) => node.depth === depth - 1 && depth > 0))} />
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

const sumOf = (nodes: readonly LineageNode[]) => nodes.reduce((sum, { more = 0 }) => sum + more, 0);

function More({ count }: { count: number }) {
  const t = useTranslations("library.lineage");
  return count > 0 ? <li className="text-xs text-text-3">{t("more", { count })}</li> : null;
}

function Node({ node }: { node: LineageNode }) {
  const t = useTranslations("library.lineage");
  const { kind, assetId, name, width, height, depth, trashed } = node;
  const isCurrent = depth === 0;
  const aspect = kind === "audio" || !width || !height ? 1 : clampAspect(width / height);
  const widthPx = Math.round(tileHeightPx * aspect);
  return (
    <Link
      href={`/library/${node.generationId}${node.index > 0 ? `?result=${node.index + 1}` : ""}`}
      aria-current={isCurrent ? "page" : undefined}
      data-generator={node.generator}
      className="group flex w-44 items-center gap-2.5 rounded-md text-xs"
    >
      <span
        className={classNames(
          "relative grid shrink-0 place-items-center overflow-hidden rounded-md bg-raised transition-opacity",
          isCurrent ? "outline-2 outline-offset-2 outline-hue" : "opacity-85 group-hover:opacity-100",
        )}
        style={{ height: tileHeightPx, width: widthPx, maxWidth: "50%" }}
      >
        {kind === "audio" ? (
          <span className="grid size-full place-items-center text-hue">
            <AudioLines aria-hidden className="size-5" />
          </span>
        ) : (
          <Picture
            url={`/api/media/${assetId}`}
            width={width}
            height={height}
            alt=""
            sizes={`${widthPx}px`}
            brokenLabel=""
          />
        )}
        {kind === "video" ? <PlayMark size="small" /> : null}
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className={classNames("line-clamp-2", isCurrent ? "font-medium" : "text-text-2")} dir="auto">
          {name}
        </span>
        {isCurrent || trashed ? (
          <span className={isCurrent ? "text-2xs text-hue" : "text-2xs text-text-3"}>
            {isCurrent ? t("current") : t("trashed")}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
