"use client";

import { Crop, Frame, X } from "lucide-react";
import type { MediaSource } from "@/components/form/media-source";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/queries/api-fetch";
import { firstFrameQueries, fitFirstFrame } from "./first-frame-queries";
import { ReportedSource, SourceProblems } from "@/components/form/source/reported-source";
import { Button, IconButton } from "@/components/ui/button";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useUnits } from "@/lib/i18n/units";
import type { FirstFrameReport, FitManner } from "./first-frame-report";

interface PictureCardProps {
  assetId: string;
  disabled: boolean;
  onChange: (source: MediaSource | undefined) => void;
}

/** The chosen first frame with its facts and problems. Lazily loaded, hence the default export. */
export default function PictureCard({ assetId, disabled, onChange }: PictureCardProps) {
  const t = useTranslations("frame");
  return (
    <ReportedSource
      query={useQuery(firstFrameQueries.report(assetId))}
      loadingLabel={t("looking")}
      skeletonClass="h-44 rounded-md"
      onRemove={() => onChange(undefined)}
    >
      {(report) => <ReportedPicture report={report} disabled={disabled} onChange={onChange} />}
    </ReportedSource>
  );
}

function ReportedPicture({
  report,
  disabled,
  onChange,
}: Omit<PictureCardProps, "assetId"> & { report: FirstFrameReport }) {
  const t = useTranslations("frame");
  const tSource = useTranslations("form.source");
  const units = useUnits();
  const { assetId, width, height, bytes, problems } = report;
  const name = report.title ?? report.fileName ?? t("unnamed");
  return (
    <div className="overflow-hidden rounded-md border">
      <div className="relative grid place-items-center bg-ground">
        {/* A thumbnail with the right size. */}
        <img
          src={`/api/media/${assetId}?width=640`}
          alt={t("shown", { name })}
          width={width ?? undefined}
          height={height ?? undefined}
          // Reserves the space until it loads.
          style={{ aspectRatio: width !== null && height !== null ? width / height : undefined }}
          className="block max-h-64 w-full object-contain"
          draggable={false}
        />
        <IconButton
          label={tSource("remove", { name })}
          disabled={disabled}
          onClick={() => onChange(undefined)}
          className="absolute top-1.5 right-1.5 bg-black/62 text-white hover:bg-black/80 hover:text-white"
        >
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="px-3 py-2">
        <p className="flex items-baseline gap-3 text-2xs text-text-3 tabular-nums">
          <span className="min-w-0 flex-1 truncate" dir="auto" title={name}>
            {name}
          </span>
          {width !== null && height !== null ? <span>{units.dimensions(width, height)}</span> : null}
          <span>{units.bytes(bytes)}</span>
        </p>
        <SourceProblems problems={problems} />
        {problems.length > 0 && width !== null ? (
          <FitOffer
            report={report}
            disabled={disabled}
            onFitted={(fitted) => onChange({ assetId: fitted })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Offers to fit the picture to the rules, as a new asset. */
function FitOffer({
  report: { assetId, problems },
  disabled,
  onFitted,
}: {
  report: FirstFrameReport;
  disabled: boolean;
  onFitted: (assetId: string) => void;
}) {
  const t = useTranslations("frame.fit");
  const errorText = useErrorText();
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (manner: FitManner) => fitFirstFrame({ assetId, manner }),
    onSuccess: (fitted) => onFitted(fitted.assetId),
  });
  const isTooLong = problems.some(({ key }) => key === "first-frame.aspect");
  const manners = isTooLong ? (["crop", "pad"] as const) : (["crop"] as const);
  const failure = error ? errorText(error instanceof ApiError ? error.code : "internal") : null;
  return (
    <div className="mt-2">
      <div className="flex flex-wrap gap-2">
        {manners.map((manner) => (
          <Button
            key={manner}
            size="small"
            variant="outline"
            disabled={disabled || (isPending && variables !== manner)}
            pending={isPending && variables === manner}
            onClick={() => mutate(manner)}
          >
            {manner === "crop" ? <Crop aria-hidden /> : <Frame aria-hidden />}
            {!isTooLong ? t("size") : manner === "crop" ? t("crop") : t("pad")}
          </Button>
        ))}
      </div>
      <p className="mt-1.5 text-2xs text-text-3">{t("hint")}</p>
      {failure ? (
        <p role="alert" className="mt-1.5 text-2xs text-danger">
          {failure.title} {failure.action}
        </p>
      ) : null}
    </div>
  );
}
