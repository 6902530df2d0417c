"use client";

import { useTranslations } from "next-intl";
import { CAMERA_INSTRUCTIONS, type CameraInstruction } from "@/lib/service/contract/camera-instructions";
import { CameraPicture } from "./camera-picture";

export interface CameraChoicesProps {
  disabled?: boolean;
  /** Instructions that are disabled. */
  chosen?: readonly CameraInstruction[];
  onChoose: (instruction: CameraInstruction) => void;
}

/** The 15 camera instructions with name, description and a small animation. Fetched with the first use, hence the default export. */
export default function CameraChoices({ disabled = false, chosen = [], onChoose }: CameraChoicesProps) {
  const t = useTranslations("camera");
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-1">
      {CAMERA_INSTRUCTIONS.map((instruction) => (
        <li key={instruction}>
          <button
            type="button"
            disabled={disabled || chosen.includes(instruction)}
            onClick={() => onChoose(instruction)}
            className="grid size-full content-start gap-1 rounded-md p-1.5 text-left text-text-2 hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-50"
          >
            <CameraPicture instructions={[instruction]} />
            <span className="flex flex-wrap items-baseline justify-between gap-x-1.5 text-2xs">
              <span className="font-medium">{t(`names.${instruction}`)}</span>
              <code className="font-mono text-text-3">{t("token", { instruction })}</code>
            </span>
            <span className="text-2xs text-text-3">{t(`meanings.${instruction}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
