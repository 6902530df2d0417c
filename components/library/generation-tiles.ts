import { isSound } from "@/components/player/track";
import { clampAspect } from "@/components/takes/clamp-aspect";
import { expectedAspect } from "@/components/takes/generation-facts";
import { resultKind } from "@/components/takes/result-kind";
import { outputAspect } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isNarrowPlace, textTileAspect, type Tile, type TileOptions } from "./library-rows";

/** A result, or a generation without results. */
export interface LibraryTile extends Tile {
  generation: GenerationDto;
  /** The result, and its position in its generation. */
  output: OutputDto | null;
  position: number;
}

/**
 * Every result is a tile; a generation without results is a tile with text. In a narrow place such tiles fill a row,
 * since next to a picture the text would not fit above the wave.
 */
export function toTiles(
  generations: readonly GenerationDto[],
  { generators, widthPx }: TileOptions,
): LibraryTile[] {
  const isNarrow = isNarrowPlace(widthPx);
  return generations.flatMap((generation): LibraryTile[] => {
    const generator = generators.find(({ id }) => id === generation.generator);
    const sounds = resultKind(generation, generator) === "sound";
    const results = generation.outputs.flatMap((output, position): LibraryTile[] => {
      // The sentences and facts of a sound belong to its page.
      if (sounds && !isSound(output)) return [];
      const aspect = sounds
        ? textTileAspect
        : clampAspect(output.width ? outputAspect(output) : expectedAspect(generation, generator));
      const { createdAt } = generation;
      const ownRow = sounds && isNarrow;
      return [{ key: output.assetId, createdAt, generation, output, position, aspect, ownRow }];
    });
    if (results.length > 0) return results;
    const { id, createdAt } = generation;
    const words = { generation, output: null, position: 0, aspect: textTileAspect, ownRow: isNarrow };
    return [{ key: id, createdAt, ...words }];
  });
}
