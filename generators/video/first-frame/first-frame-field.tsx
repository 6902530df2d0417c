"use client";

import { ImagePlus } from "lucide-react";
import type { FieldBinding, FieldWords } from "@/components/form/form-field";
import type { MediaSource } from "@/components/form/media-source";
import { SingleSource } from "@/components/form/source/single-source";
import { useSingleSource } from "@/components/form/source/use-single-source";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Skeleton } from "@/components/ui/progress";
import { findExamplePicture } from "./example-pictures";

/** Loaded with the first picture that is chosen. */
const loadPictureCard = () => import("./picture-card");

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
        <FetchedPart
          key={assetId}
          load={loadPictureCard}
          props={{ assetId, disabled, onChange: choose }}
          fallback={<Skeleton className="h-44 rounded-md" />}
        />
      )}
    />
  );
}
