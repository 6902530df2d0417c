"use client";

import { ImagePlus } from "lucide-react";
import type { FieldBinding, FieldWords } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { SingleSource } from "@/components/form/source/single-source";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { findExamplePicture } from "./example-pictures";
import { PictureCard } from "./picture-card";

/**
 * The first frame: dropped, pasted, chosen, linked or from the library. Shown as it will be used, with problems before
 * anything is sent.
 */
export function FirstFrameField(props: FieldBinding<MediaSource | undefined> & FieldWords) {
  const source = useSingleSource({ ...props, kind: "image" });
  const { disabled, choose } = source;
  return (
    <SingleSource
      source={source}
      messages="frame"
      icon={ImagePlus}
      findExample={findExamplePicture}
      card={(assetId) => (
        <PictureCard key={assetId} assetId={assetId} disabled={disabled} onChange={choose} />
      )}
    />
  );
}
