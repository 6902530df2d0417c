"use client";

import { useTranslations } from "next-intl";
import { CameraPromptText } from "@/components/camera/camera-prompt-text";
import { ChainStrip } from "@/components/media/chain-strip";
import { ParameterList } from "@/components/media/parameter-list";
import { ResultGrid } from "@/components/media/result-grid";
import { useGenerationWords } from "@/components/media/use-generation-words";
import { VideoFactsList } from "@/components/media/video-facts-list";
import { VideoPlayer } from "@/components/video-player/video-player";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/generation-dto";
import { isTerminal } from "@/lib/generations/states";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";

export interface VideoDetailProps {
  generation: GenerationDto;
  /** What came of it: when that changes, the chain has. */
  descendants: readonly GenerationDto[];
}

/** A video large with everything to look at it closely, the chain that it stands in, and what its file is. */
export function VideoDetail({ generation, descendants }: VideoDetailProps) {
  const t = useTranslations("library.detail");
  const words = useGenerationWords();
  const { outputs, state } = generation;
  const videos = outputs.filter(isVideo);
  const [first] = videos;
  const title = words.title(generation);
  return (
    <DetailColumns
      generation={generation}
      aside={
        <>
          <GenerationHeading
            generation={generation}
            renderPrompt={(prompt) => <CameraPromptText model={generation.model} prompt={prompt} />}
          />
          <section aria-label={t("parameters")}>
            <ParameterList generation={generation} />
          </section>
          {first ? <VideoFactsList generation={generation} output={first} /> : null}
        </>
      }
    >
      {videos.map((output, index) => (
        <VideoPlayer
          key={output.assetId}
          generation={generation}
          output={output}
          title={title}
          main={index === 0}
          maxHeight="66dvh"
        />
      ))}
      {videos.length === 0 && !isTerminal(state) ? (
        <ResultGrid generation={generation} onOpen={() => {}} eager />
      ) : null}
      <ChainStrip
        generation={generation}
        revision={[generation, ...descendants].map(({ id, version }) => `${id}${version}`).join(" ")}
      />
    </DetailColumns>
  );
}
