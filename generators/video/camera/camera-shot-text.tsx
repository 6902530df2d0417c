"use client";

import { useTranslations } from "next-intl";
import type { ShotTextProps } from "@/components/generators";
import { supportsCamera } from "@/lib/service/contract/video-modes";
import { CameraPromptField } from "./camera-prompt-field";

/** What a shot of a film shows, with camera instructions, their palette and a preview of the movement. */
export function CameraShotText({ model, onValueChange, ...field }: ShotTextProps) {
  const t = useTranslations("camera");
  return (
    <CameraPromptField
      {...field}
      onValueChange={(text) => onValueChange(text ?? "")}
      refusal={supportsCamera(model) ? undefined : t("unsupported", { model })}
    />
  );
}
