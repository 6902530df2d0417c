"use client";

import { useTranslations } from "next-intl";
import { ParameterList } from "@/components/takes/parameter-list";
import { SoundFactsList } from "@/components/takes/sound-facts-list";
import { SoundStage } from "@/components/takes/sound-stage";
import { useShownGroup } from "@/components/takes/use-shown-group";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";

interface SoundDetailProps {
  generation: GenerationDto;
  /** The result that the address names. */
  asked: OutputDto | undefined;
}

/** The sounds of a generation: waveforms, the text in step with them, the facts that the service reports. */
export function SoundDetail({ generation, asked }: SoundDetailProps) {
  const t = useTranslations("library.detail");
  const { shown, show } = useShownGroup(generation, asked);
  return (
    <DetailColumns
      generation={generation}
      aside={
        <>
          <GenerationHeading generation={generation} shortened />
          <section aria-label={t("parameters")}>
            <ParameterList generation={generation} output={shown?.audio} />
          </section>
          <SoundFactsList generation={generation} group={shown} />
        </>
      }
    >
      <SoundStage generation={generation} shown={shown} onShow={show} />
    </DetailColumns>
  );
}
