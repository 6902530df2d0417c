"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { useGenerationCommands } from "./generation-commands";
import { madeInSeconds } from "./generation-facts";
import { listParameters, type Parameter } from "./list-parameters";
import { useFieldWords } from "./use-field-words";

export interface ParameterListProps {
  generation: GenerationDto;
  /** The result in view: its size and kind are told too. */
  output?: OutputDto | undefined;
}

/** All that was sent and all that is known of what came back. */
export function ParameterList({ generation, output }: ParameterListProps) {
  const t = useTranslations("takes.parameters");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const units = useUnits();
  const fieldWords = useFieldWords(generation.generator);
  // The database does not keep the order of an input's fields.
  const parameters = listParameters(generation.input).sort(
    (left, right) => fieldWords.rank(left.field) - fieldWords.rank(right.field),
  );
  const seconds = madeInSeconds(generation);
  const requestId = generation.facts?.id;
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {parameters.map((parameter, index) => (
        <Row key={`${parameter.field}-${index}`} label={fieldWords.label(parameter.field)}>
          <ParameterValue generation={generation} parameter={parameter} />
        </Row>
      ))}
      {output?.width && output.height ? (
        <Row label={t("size")}>{units.dimensions(output.width, output.height)}</Row>
      ) : null}
      {output ? (
        <>
          <Row label={t("bytes")}>{units.bytes(output.bytes)}</Row>
          <Row label={t("type")}>{output.mimeType}</Row>
        </>
      ) : null}
      {seconds === null ? null : <Row label={t("madeIn")}>{units.duration(seconds)}</Row>}
      <Row label={t("createdAt")}>
        <time dateTime={generation.createdAt}>
          {format.dateTime(new Date(generation.createdAt), "dateTime")}
        </time>
      </Row>
      <Row label={t("service")}>{generation.sandbox ? tTakes("sandbox") : generation.profileId}</Row>
      {generation.parentId ? (
        <Row label={t("relation")}>
          <Link
            href={`/library/${generation.parentId}`}
            className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-text"
          >
            {generation.relation ? tTakes(`relation.${generation.relation}`) : generation.parentId}
          </Link>
        </Row>
      ) : null}
      {typeof requestId === "string" ? <Row label={t("requestId")} code={requestId} /> : null}
      {generation.traceId && generation.traceId !== requestId ? (
        <Row label={t("trace")} code={generation.traceId} />
      ) : null}
    </dl>
  );
}

function ParameterValue({ generation, parameter }: { generation: GenerationDto; parameter: Parameter }) {
  const t = useTranslations("takes.parameters");
  const fieldWords = useFieldWords(generation.generator);
  const { reuseSeed } = useGenerationCommands();
  if (parameter.kind === "asset" && !parameter.picture) {
    return (
      <a
        href={`/api/media/${parameter.assetId}?download=1`}
        download=""
        className="underline decoration-line-strong underline-offset-3 hover:decoration-text"
      >
        {t("file")}
      </a>
    );
  }
  if (parameter.kind === "asset") {
    return (
      <a href={`/api/media/${parameter.assetId}`} target="_blank" rel="noreferrer" aria-label={t("file")}>
        {/* A thumbnail of the studio's own; next/image would only make it once more. */}
        {/* eslint-disable-next-line @next/next/no-img-element */}
        <img
          src={`/api/media/${parameter.assetId}?width=160`}
          alt=""
          className="size-12 rounded-sm bg-raised object-cover"
        />
      </a>
    );
  }
  if (parameter.kind === "url") {
    return (
      <a
        href={parameter.url}
        target="_blank"
        rel="noreferrer"
        className="break-all underline decoration-line-strong underline-offset-3"
      >
        {parameter.url}
      </a>
    );
  }
  const value = fieldWords.value(parameter.field, parameter.value);
  if (parameter.field !== "seed" || !reuseSeed) return value;
  return (
    <span className="flex items-center gap-2">
      {value}
      <Button
        variant="outline"
        className="h-6 px-2 text-2xs"
        size="small"
        aria-label={t("reuseSeed")}
        onClick={() => reuseSeed(generation)}
      >
        {t("reuse")}
      </Button>
    </span>
  );
}

function Row({ label, code, children }: { label: string; code?: string; children?: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-text">
        {code === undefined ? (
          children
        ) : (
          <span className="font-mono text-2xs text-text-2 select-all">{code}</span>
        )}
      </dd>
    </>
  );
}
