"use client";

import { ChevronDown } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { isNoteKey } from "@/lib/service/contract/idle-fields";
import { fileExtension } from "@/lib/media/media-file-name";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { readExportedFilm } from "./exported-film";
import { FilmRows } from "./film-rows";
import { useGenerationCommands } from "./generation-commands";
import { madeInSeconds } from "./generation-facts";
import { listParameters, type Parameter, type UnsentNote } from "./list-parameters";
import { Row } from "./parameter-row";
import { useFieldWords } from "./use-field-words";

interface ParameterListProps {
  generation: GenerationDto;
  /** The result in view; its size and type are listed, too. */
  output?: OutputDto | undefined;
}

/** Identifiers that only the service can read. */
const identifierFields = new Set(["cover_feature_id"]);

const listClass = "grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm";

/** Everything that was sent and everything known about the results. */
export function ParameterList({ generation, output }: ParameterListProps) {
  const t = useTranslations("takes.parameters");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const units = useUnits();
  const fieldWords = useFieldWords(generation.generator);
  const film = readExportedFilm(generation);
  const parameters = film ? [] : listParameters(generation.input, generation.notes);
  // Listed although it was not sent: with it, the same image can be made again.
  if (output?.seed === null && !film)
    parameters.push({ kind: "value", field: "seed", value: t("seedDrawn") });
  // The database does not keep the order of an input's fields.
  parameters.sort((left, right) => fieldWords.rank(left.field) - fieldWords.rank(right.field));
  const isIdentifier = ({ field }: Parameter) => identifierFields.has(field);
  const seconds = madeInSeconds(generation);
  const type = output ? fileExtension(output.mimeType).toUpperCase() : null;
  const isTypeTold = parameters.some(
    (each) => each.kind === "value" && each.field === "format" && String(each.value).toUpperCase() === type,
  );
  return (
    <>
      <dl className={listClass}>
        {film ? <FilmRows film={film} /> : null}
        {parameters
          .filter((each) => !isIdentifier(each))
          .map((parameter, index) => (
            <Row key={`${parameter.field}-${index}`} label={fieldWords.label(parameter.field)}>
              <ParameterValue generation={generation} parameter={parameter} />
              {parameter.unsent ? <Unsent note={parameter.unsent} /> : null}
            </Row>
          ))}
        {output?.width && output.height ? (
          <Row label={t("size")}>{units.dimensions(output.width, output.height)}</Row>
        ) : null}
        {output ? (
          <>
            <Row label={t("bytes")}>{units.bytes(output.bytes)}</Row>
            {isTypeTold ? null : <Row label={t("type")}>{type}</Row>}
          </>
        ) : null}
        {seconds === null ? null : <Row label={t("madeIn")}>{units.elapsed(seconds)}</Row>}
        <CostRows cost={generation.cost} />
        <Row label={t("createdAt")}>
          <time dateTime={generation.createdAt}>
            {format.dateTime(new Date(generation.createdAt), "dateTime")}
          </time>
        </Row>
        {film ? null : (
          <Row label={t("service")}>{generation.sandbox ? tTakes("sandbox") : generation.profileId}</Row>
        )}
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
      </dl>
      <SupportFacts generation={generation} output={output} identifiers={parameters.filter(isIdentifier)} />
    </>
  );
}

/** What it was expected to cost, what it came to, and how far apart they are. */
function CostRows({ cost }: Pick<GenerationDto, "cost">) {
  const t = useTranslations("takes.parameters");
  const units = useUnits();
  if (!cost) return null;
  const { currency, estimate, isAtLeast, amount, difference } = cost;
  const write = (decimal: string) => units.costs([{ currency, amount: decimal }]);
  return (
    <>
      {estimate === null ? null : (
        <Row label={t("estimate")}>
          {isAtLeast ? t("atLeast", { amount: write(estimate) }) : write(estimate)}
        </Row>
      )}
      {amount === null ? null : <Row label={t("cost")}>{write(amount)}</Row>}
      {difference === null || Number(difference) === 0 ? null : (
        <Row label={t("difference")}>{write(difference)}</Row>
      )}
    </>
  );
}

/** Details for the service's support, folded. */
function SupportFacts({
  generation,
  output,
  identifiers,
}: ParameterListProps & { identifiers: readonly Parameter[] }) {
  const t = useTranslations("takes.parameters");
  const fieldWords = useFieldWords(generation.generator);
  const requestId = generation.facts?.id;
  const codes = [
    ...identifiers.flatMap((each) =>
      each.kind === "value" ? [{ label: fieldWords.label(each.field), code: String(each.value) }] : [],
    ),
    ...(output ? [{ label: t("mediaType"), code: output.mimeType }] : []),
    ...(typeof requestId === "string" ? [{ label: t("requestId"), code: requestId }] : []),
    ...(generation.traceId && generation.traceId !== requestId
      ? [{ label: t("trace"), code: generation.traceId }]
      : []),
  ];
  if (codes.length === 0) return null;
  return (
    <details className="group/support mt-3">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-xs text-sm text-text-3 hover:text-text [&::-webkit-details-marker]:hidden">
        {t("support")}
        <ChevronDown aria-hidden className="size-3.5 group-open/support:rotate-180" />
      </summary>
      <dl className={`${listClass} mt-2`}>
        {codes.map(({ label, code }) => (
          <Row key={label} label={label} code={code} />
        ))}
      </dl>
    </details>
  );
}

function ParameterValue({ generation, parameter }: { generation: GenerationDto; parameter: Parameter }) {
  const t = useTranslations("takes.parameters");
  const fieldWords = useFieldWords(generation.generator);
  const { reuseSeed } = useGenerationCommands();
  if (parameter.kind === "asset" && !parameter.picture) {
    return <InputFile generation={generation} assetId={parameter.assetId} />;
  }
  if (parameter.kind === "asset") {
    const named = findInputFile(generation, parameter.assetId)?.name ?? t("file");
    return (
      <a
        href={`/api/media/${parameter.assetId}`}
        target="_blank"
        rel="noreferrer"
        aria-label={named}
        data-tooltip={named}
        className="inline-block"
      >
        {/* A thumbnail of the studio's own; next/image would only make it once more. */}
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
  if (parameter.field === "voice_id" && typeof parameter.value === "string") {
    return <Voice voiceId={parameter.value} />;
  }
  const value = fieldWords.value(parameter.field, parameter.value);
  if (parameter.field !== "seed" || generation.input.seed === undefined) return value;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {value}
      {generation.counts.expected > 1 ? (
        <span className="text-xs text-text-3">{t("seedShared", { count: generation.counts.expected })}</span>
      ) : null}
      {reuseSeed ? (
        <Button
          variant="outline"
          className="h-6 px-2 text-2xs"
          size="small"
          aria-label={t("reuseSeed")}
          onClick={() => reuseSeed(generation)}
        >
          {t("reuse")}
        </Button>
      ) : null}
    </span>
  );
}

/** Why a value was not sent. */
function Unsent({ note: { key, values, message } }: { note: UnsentNote }) {
  const t = useTranslations("takes.unsent");
  return (
    <span className="block text-2xs text-text-2">{isNoteKey(key) ? t(key, values as never) : message}</span>
  );
}

function findInputFile({ inputFiles }: GenerationDto, assetId: string) {
  return inputFiles?.find((file) => file.assetId === assetId);
}

const linkClass = "underline decoration-line-strong underline-offset-3 hover:decoration-text";

/** A file by its name: a result links to its generation, an upload can be downloaded. */
function InputFile({ generation, assetId }: { generation: GenerationDto; assetId: string }) {
  const t = useTranslations("takes.parameters");
  const { name = null, generationId } = findInputFile(generation, assetId) ?? {};
  if (generationId !== undefined) {
    return (
      <Link href={`/library/${generationId}`} className={linkClass}>
        <span className="line-clamp-2" dir="auto">
          {name}
        </span>
      </Link>
    );
  }
  const query = new URLSearchParams({
    download: "1",
    ...(name === null ? {} : { name }),
  });
  return (
    <a href={`/api/media/${assetId}?${query}`} download="" dir="auto" className={linkClass}>
      {name ?? t("file")}
    </a>
  );
}

/** In words, and as the service names it. */
function Voice({ voiceId }: { voiceId: string }) {
  const title = writeVoiceTitle({ voiceId });
  return (
    <>
      {title === voiceId ? null : <span className="block">{title}</span>}
      <span className="font-mono text-2xs text-text-2 select-all">{voiceId}</span>
    </>
  );
}
