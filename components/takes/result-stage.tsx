"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { outputAspect } from "@/components/video-player/video-source";
import { isFilmLoop } from "@/lib/items/film-items";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { resultSlots } from "./generation-facts";
import { Picture } from "./picture";
import { ResultGrid } from "./result-grid";
import { useGenerationWords } from "./use-generation-words";
import { EarlyButton } from "@/components/ui/early-button";

interface ResultStageProps {
  generation: GenerationDto;
  /** Index of the large result, from 0. */
  position: number;
  onPositionChange: (position: number) => void;
  onOpen: () => void;
}

/** One large result and a strip with the others; empty slots say why. */
export function ResultStage({ generation, position, onPositionChange, onOpen }: ResultStageProps) {
  const t = useTranslations("library.detail");
  const tTakes = useTranslations("takes");
  const title = useGenerationWords().title(generation);
  const { outputs } = generation;
  const output = outputs[position];
  if (!output?.mimeType.startsWith("image/")) {
    return <ResultGrid generation={generation} onOpen={onOpen} eager />;
  }

  function move(event: KeyboardEvent) {
    const to = { ArrowLeft: position - 1, ArrowRight: position + 1, Home: 0, End: outputs.length - 1 }[
      event.key
    ];
    if (to === undefined || to < 0 || to >= outputs.length) return;
    event.preventDefault();
    onPositionChange(to);
    event.currentTarget.querySelectorAll<HTMLElement>("[data-strip]")[to]?.focus();
  }

  const missing = resultSlots(generation).flatMap((slot) => (slot.kind === "empty" ? [slot] : []));
  return (
    <div className="grid gap-3">
      <EarlyButton
        type="button"
        onClick={onOpen}
        aria-label={t("openLarge", { title })}
        className="mx-auto block max-h-[74dvh] w-full max-w-full cursor-zoom-in overflow-hidden rounded-lg bg-raised"
        style={{ aspectRatio: outputAspect(output), maxWidth: `calc(74dvh * ${outputAspect(output)})` }}
      >
        <Picture
          key={output.assetId}
          url={output.url}
          width={output.width}
          height={output.height}
          alt={title}
          sizes="(min-width: 1280px) calc(100vw - 38rem), 100vw"
          brokenLabel={tTakes("pictureBroken")}
          eager
          animated={isFilmLoop({ kind: "image", generator: generation.generator })}
        />
      </EarlyButton>
      {outputs.length + missing.length > 1 ? (
        <ul onKeyDown={move} className="flex flex-wrap justify-center gap-2">
          {outputs.map((each, index) => (
            // Four per row on a phone.
            <li key={each.assetId} className="max-md:w-[calc((100%-1.5rem)/4)]">
              <EarlyButton
                type="button"
                data-strip=""
                aria-label={t("show", { number: index + 1, count: outputs.length })}
                aria-current={index === position}
                onClick={() => onPositionChange(index)}
                className={classNames(
                  "block h-16 overflow-hidden max-md:h-auto max-md:w-full rounded-md bg-raised transition-opacity",
                  index === position
                    ? "outline-2 outline-offset-2 outline-text"
                    : "opacity-70 hover:opacity-100",
                )}
                style={{ aspectRatio: outputAspect(each) }}
              >
                <Picture
                  url={each.url}
                  width={each.width}
                  height={each.height}
                  alt=""
                  sizes="6rem"
                  brokenLabel=""
                />
              </EarlyButton>
            </li>
          ))}
          {missing.map((slot) => (
            <li
              key={slot.key}
              className="grid h-16 max-w-36 place-items-center rounded-md border border-line px-3 text-center text-2xs text-text-3"
            >
              {tTakes(`slots.${slot.reason}`)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
