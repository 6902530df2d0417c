"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { formatFineClock } from "@/lib/i18n/clocks";
import { compareWithAsked, nameCodec } from "./video-facts";

/** The facts of the stored file, and where it differs from the request. */
export function VideoFactsList({ generation, output }: { generation: GenerationDto; output: OutputDto }) {
  const t = useTranslations("watch.facts");
  const units = useUnits();
  const { durationSeconds, width, height, video, bytes, fileName } = output;
  const { askedSeconds, askedResolution } = compareWithAsked(generation, output);
  return (
    <section aria-label={t("label")} className="grid gap-2.5 border-t pt-5">
      <h2 className="text-sm font-medium">{t("label")}</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {durationSeconds === undefined ? null : (
          <Row
            label={t("length")}
            differs={
              askedSeconds === undefined ? null : t("askedLength", { asked: formatFineClock(askedSeconds) })
            }
          >
            {formatFineClock(durationSeconds)}
          </Row>
        )}
        {width && height ? (
          <Row
            label={t("size")}
            differs={
              askedResolution
                ? t("askedResolution", { asked: askedResolution.name, got: askedResolution.shortSide })
                : null
            }
          >
            {units.dimensions(width, height)}
          </Row>
        ) : null}
        {video ? (
          <>
            <Row label={t("frameRate")}>{units.frameRate(video.frameRate)}</Row>
            <Row label={t("frames")}>{units.count(video.frameCount)}</Row>
            <Row label={t("codec")}>{nameCodec(video.codec)}</Row>
            <Row label={t("sound")}>{t(video.hasSound ? "withSound" : "noSound")}</Row>
          </>
        ) : null}
        <Row label={t("bytes")}>{units.bytes(bytes)}</Row>
        <Row label={t("fileName")}>{fileName}</Row>
      </dl>
    </section>
  );
}

function Row({
  label,
  differs = null,
  children,
}: {
  label: string;
  differs?: string | null;
  children: ReactNode;
}) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-text">
        {children}
        {differs === null ? null : <span className="block text-xs text-warning">{differs}</span>}
      </dd>
    </>
  );
}
