"use client";

import { Maximize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { PlayMark } from "@/components/video-player/play-mark";
import { VideoPlayer } from "@/components/video-player/video-player";
import { isVideo, outputAspect } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { HoverVideo } from "./hover-video";
import { LengthBadge } from "./length-badge";
import { Picture } from "./picture";
import { takeVideoMaxHeight as maxHeight } from "./take-video-height";
import { useItemDrag } from "./use-item-drag";
import { useItemKeys } from "./use-item-keys";
import { useGenerationWords } from "./use-generation-words";

interface TakeVideoProps {
  generation: GenerationDto;
  /** Opens a result large, by its position. */
  onOpen: (position: number) => void;
  eager?: boolean;
}

/** The videos of a take: a still, replaced by the player on a click. Loaded on demand, hence the default export. */
export default function TakeVideo({ generation, onOpen, eager = false }: TakeVideoProps) {
  return (
    <ul className="grid gap-4">
      {generation.outputs.filter(isVideo).map((output) => (
        <OneVideo
          key={output.assetId}
          generation={generation}
          output={output}
          eager={eager}
          onOpen={() => onOpen(generation.outputs.indexOf(output))}
        />
      ))}
    </ul>
  );
}

interface OneVideoProps {
  generation: GenerationDto;
  output: OutputDto;
  eager: boolean;
  onOpen: () => void;
}

function OneVideo(props: OneVideoProps) {
  const { generation, output } = props;
  const ref = useRef<HTMLLIElement>(null);
  useItemDrag({
    id: output.item?.id,
    kind: "video",
    generator: generation.generator,
    findTarget: () => ref.current,
  });
  useItemKeys({ generationId: generation.id, item: output.item, findTarget: () => ref.current });
  return (
    <li ref={ref} className="min-w-0 max-w-2xl">
      <StillOrPlayer {...props} />
    </li>
  );
}

function StillOrPlayer({ generation, output, eager, onOpen }: OneVideoProps) {
  const t = useTranslations("takes");
  const title = useGenerationWords().title(generation);
  const [playing, setPlaying] = useState(false);
  const earlyPress = useEarlyPress(`watch ${output.assetId}`);
  const aspect = outputAspect(output);
  const openLarge = (
    <IconButton
      label={t("video.openLarge", { title })}
      onClick={onOpen}
      className="row-action absolute! top-2.5 right-2.5 bg-black/62 text-white! hover:bg-black/80 focus-visible:opacity-100"
    >
      <Maximize2 aria-hidden />
    </IconButton>
  );
  if (playing) {
    return (
      <div data-row="" className="relative">
        <VideoPlayer
          generation={generation}
          output={output}
          title={title}
          autoPlay
          autoFocus
          maxHeight={maxHeight}
          align="start"
        />
        {/* As wide as the picture; the controls below may be wider. */}
        <div
          className="pointer-events-none absolute inset-x-0 top-0 *:pointer-events-auto"
          style={{ maxWidth: `calc(${maxHeight} * ${aspect})` }}
        >
          {openLarge}
        </div>
      </div>
    );
  }
  return (
    <div
      data-row=""
      className="relative w-full overflow-hidden rounded-lg bg-raised"
      style={{ aspectRatio: aspect, maxWidth: `calc(${maxHeight} * ${aspect})` }}
    >
      <button
        type="button"
        {...earlyPress}
        onClick={() => setPlaying(true)}
        aria-label={t("video.play", { title })}
        className="grid size-full place-items-center focus-visible:outline-offset-[-2px]"
      >
        <Picture
          url={output.url}
          width={output.width}
          height={output.height}
          alt=""
          sizes="(min-width: 768px) 42rem, 92vw"
          brokenLabel={t("video.noPoster")}
          eager={eager}
        />
        <HoverVideo output={output} />
        <PlayMark size="large" />
        <LengthBadge output={output} className="absolute bottom-2.5 left-2.5" />
      </button>
      {openLarge}
    </div>
  );
}
