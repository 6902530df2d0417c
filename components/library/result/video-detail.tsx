"use client";

import { useTranslations } from "next-intl";
import { useGeneratorParts } from "@/components/generators";
import { ParameterList } from "@/components/takes/parameter-list";
import { ResultGrid } from "@/components/takes/result-grid";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { VideoFactsList } from "@/components/takes/video-facts-list";
import { VideoPlayer } from "@/components/video-player/video-player";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";

/** A large video with its controls and the facts of its file. */
export function VideoDetail({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("library.detail");
  const words = useGenerationWords();
  const { PromptText } = useGeneratorParts();
  const { outputs, state } = generation;
  const videos = outputs.filter(isVideo);
  const [first] = videos;
  const title = words.title(generation);
  return (
    <DetailColumns
      generation={generation}
      output={first}
      aside={
        <>
          <GenerationHeading
            generation={generation}
            renderPrompt={(prompt) => (
              <PromptText generator={generation.generator} model={generation.model} prompt={prompt} />
            )}
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
    </DetailColumns>
  );
}
