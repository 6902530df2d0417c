"use client";

import {
  cameraComma,
  CAMERA_INSTRUCTIONS,
  type CameraInstruction,
} from "@/lib/service/contract/camera-instructions";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Locale } from "@/lib/i18n/locales";

/** Names of the instructions; the service knows one word for each. */
export type CameraNames = Readonly<Record<CameraInstruction, string>>;

/** The name without case, blanks and hyphens. */
export function foldCameraName(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, "");
}

/** The instruction that a text names, by the service's word or one of the names; null if none. */
export function readCameraName(text: string, names: readonly CameraNames[]): CameraInstruction | null {
  const wanted = foldCameraName(text);
  const isMeant = (instruction: CameraInstruction) =>
    [instruction, ...names.map((each) => each[instruction])].some((name) => foldCameraName(name) === wanted);
  return CAMERA_INSTRUCTIONS.find(isMeant) ?? null;
}

/** The instructions that the text in a pair of brackets names; null if a part names none. */
export function readCameraNames(within: string, names: readonly CameraNames[]): CameraInstruction[] | null {
  const read = within.split(cameraComma).map((part) => readCameraName(part, names));
  return read.every((instruction) => instruction !== null) ? read : null;
}

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

/** The English names, which people know beside those of their language; none where they are the same or cannot be fetched. */
export async function loadEnglishNames(locale: Locale): Promise<readonly CameraNames[]> {
  if (locale === "en") return [];
  const english = await import("@/messages/en/camera.json").catch(() => null);
  return english ? [english.default.names] : [];
}
