"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CAMERA_INSTRUCTIONS } from "@/lib/service/contract/video-modes";
import type { CameraNames } from "./camera-names";

/** The localized names of the instructions. */
export function useCameraNames(): CameraNames {
  const t = useTranslations("camera");
  return useMemo(
    () =>
      Object.fromEntries(
        CAMERA_INSTRUCTIONS.map((each) => [each, t(`names.${each}`)] as const),
      ) as CameraNames,
    [t],
  );
}
