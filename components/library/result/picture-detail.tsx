"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyLightbox } from "@/components/takes/lazy-lightbox";
import { ParameterList } from "@/components/takes/parameter-list";
import { ResultGrid } from "@/components/takes/result-grid";
import { ResultStage } from "@/components/takes/result-stage";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";

interface PictureDetailProps {
  generation: GenerationDto;
  /** The position of the large result, from 0. */
  position: number;
  onPositionChange: (position: number) => void;
}

/** The results of a generation as pictures: one large, the others in a strip. */
export function PictureDetail({ generation, position, onPositionChange }: PictureDetailProps) {
  const t = useTranslations("library.detail");
  const [large, setLarge] = useState(false);
  const { outputs, state } = generation;
  const output = outputs[position];
  const ended = isTerminal(state);
  return (
    <DetailColumns
      generation={generation}
      output={output}
      aside={
        <>
          <GenerationHeading generation={generation} />
          <section aria-label={t("parameters")}>
            <ParameterList generation={generation} output={output} />
          </section>
        </>
      }
    >
      {output && ended ? (
        <ResultStage
          generation={generation}
          position={position}
          onPositionChange={onPositionChange}
          onOpen={() => setLarge(true)}
        />
      ) : null}
      {!ended ? (
        <ResultGrid
          generation={generation}
          eager
          onOpen={(opened) => {
            onPositionChange(opened);
            setLarge(true);
          }}
        />
      ) : null}
      {large && output ? (
        <LazyLightbox
          generation={generation}
          position={position}
          onPositionChange={onPositionChange}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </DetailColumns>
  );
}
