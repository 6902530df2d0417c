"use client";

import { useTranslations } from "next-intl";
import { ParameterList } from "@/components/takes/parameter-list";
import { SoundFactsList } from "@/components/takes/sound-facts-list";
import { SoundStage } from "@/components/takes/sound-stage";
import { useShownGroup } from "@/components/takes/use-shown-group";
import type { Medium } from "@/lib/generations/ask/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";

export interface SoundDetailProps {
  generation: GenerationDto;
  /** None of a generator that is no medium of the design. */
  medium: Medium | undefined;
  /** The result that the address asks for. */
  asked: OutputDto | undefined;
}

/** The results of a generation as sound: waveforms, the text in step with them, what the service says of them. */
export function SoundDetail({ generation, medium, asked }: SoundDetailProps) {
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
      <SoundStage generation={generation} medium={medium} shown={shown} onShow={show} />
    </DetailColumns>
  );
}
