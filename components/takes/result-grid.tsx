"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useGenerator } from "@/components/generators";
import { classNames } from "@/components/ui/class-names";
import { FetchedPart } from "@/components/ui/fetched-part";
import { ProgressLine } from "@/components/ui/progress";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { downloadAddress } from "@/components/queries/result-addresses";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { expectedAspect, resultSlots, type ResultSlot } from "./generation-facts";
import { Picture } from "./picture";
import { useGenerationWords } from "./use-generation-words";

interface ResultGridProps {
  generation: GenerationDto;
  /** Opens a result, by its position. */
  onOpen: (position: number) => void;
  /** Visible at once: its pictures are fetched first. */
  eager?: boolean;
}

/** Fetched once the page is there: it is what a person does with a result after looking at it. */
const loadOverlay = () => import("./item-overlay");

/** Two per row on a phone, four beside a form. */
const gridSizes = "(min-width: 768px) 17rem, 46vw";
const singleSizes = "(min-width: 768px) 34rem, 92vw";
const moving = new Set(["making", "storing"]);

/** The results of a generation, each in its slot; empty slots say why. */
export function ResultGrid({ generation, onOpen, eager = false }: ResultGridProps) {
  const slots = resultSlots(generation);
  const aspect = expectedAspect(generation, useGenerator(generation.generator));
  const single = slots.length === 1;
  return (
    <ul
      className={classNames(
        "grid gap-2",
        single ? "grid-cols-1 md:grid-cols-4" : "grid-cols-2 md:grid-cols-4",
      )}
    >
      {slots.map((slot, index) => (
        <li
          key={slot.key}
          style={{ aspectRatio: aspect }}
          className={classNames(
            "group/tile relative overflow-hidden rounded-md",
            single && aspect >= 1.3 && "md:col-span-2",
            single && aspect < 1 && "max-md:max-w-2/3",
          )}
        >
          {slot.kind === "output" ? (
            <>
              <Result
                generation={generation}
                output={slot.output}
                number={index + 1}
                count={slots.length}
                sizes={single ? singleSizes : gridSizes}
                eager={eager}
                onOpen={() => onOpen(generation.outputs.indexOf(slot.output))}
              />
              {slot.output.item ? (
                <FetchedPart
                  load={loadOverlay}
                  props={{
                    generationId: generation.id,
                    generator: generation.generator,
                    item: slot.output.item,
                    number: index + 1,
                    single: generation.outputs.length === 1,
                  }}
                />
              ) : null}
            </>
          ) : (
            <EmptySlot reason={slot.reason} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ResultProps {
  generation: GenerationDto;
  output: OutputDto;
  number: number;
  count: number;
  sizes: string;
  eager: boolean;
  onOpen: () => void;
}

function Result({ generation, output, number, count, sizes, eager, onOpen }: ResultProps) {
  const t = useTranslations("takes");
  const units = useUnits();
  const title = useGenerationWords().title(generation);
  const earlyPress = useEarlyPress(`open ${output.assetId}`);
  if (!output.mimeType.startsWith("image/")) {
    return (
      <a
        href={downloadAddress(output)}
        download={output.fileName}
        className="flex size-full flex-col items-start justify-end gap-2 border border-line bg-panel p-3 text-sm text-text-2 hover:text-text"
      >
        <FileDown aria-hidden className="size-4" />
        <span className="max-w-full truncate">{output.fileName}</span>
        <span className="text-2xs text-text-3">{units.bytes(output.bytes)}</span>
      </a>
    );
  }
  return (
    <button
      type="button"
      {...earlyPress}
      onClick={onOpen}
      aria-label={t("open", { number, count, title })}
      className="block size-full cursor-zoom-in overflow-hidden rounded-md bg-raised focus-visible:outline-offset-[-2px]"
    >
      <Picture
        url={output.url}
        width={output.width}
        height={output.height}
        alt=""
        sizes={sizes}
        brokenLabel={t("pictureBroken")}
        eager={eager}
      />
    </button>
  );
}

function EmptySlot({ reason }: { reason: Extract<ResultSlot, { kind: "empty" }>["reason"] }) {
  const t = useTranslations("takes.slots");
  return (
    <div className="grid size-full place-items-center rounded-md border border-line bg-panel px-3 text-center text-xs text-text-3">
      {t(reason)}
      {moving.has(reason) ? (
        // Screen readers get this from the take's line of facts.
        <div aria-hidden className="absolute inset-x-0 bottom-0">
          <ProgressLine label="" className="rounded-none bg-transparent!" />
        </div>
      ) : null}
    </div>
  );
}
