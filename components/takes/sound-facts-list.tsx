"use client";

import { useQuery, queryOptions } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { formatFineClock, formatLength } from "@/lib/i18n/clocks";
import { findCountedCharacters } from "./counted-characters";
import { describeSoundFacts, omitListedFacts, type SoundFact } from "./sound-facts";
import type { SoundGroup } from "@/components/player/sound-groups";
import { apiFetch } from "../queries/api-fetch";

interface SoundFactsListProps {
  generation: GenerationDto;
  group: SoundGroup | undefined;
}

/** What the service reports about a sound, compared with the stored file, and the address it came from. */
export function SoundFactsList({ generation, group }: SoundFactsListProps) {
  const t = useTranslations("reader.facts");
  const { extra, audio } = group ?? {};
  const file = useQuery({ ...assetJsonQuery(extra?.url ?? ""), enabled: extra !== undefined });
  const told = extra ? file.data : generation.facts?.extra_info;
  const { facts: all, others } = describeSoundFacts(told, audio);
  const analysis = describeSoundFacts({ analysis_info: generation.facts?.analysis_info });
  others.push(...analysis.others);
  const facts = omitListedFacts(all, generation.input, audio);
  const counted = findCountedCharacters(generation);
  const { address } = generation.facts ?? {};
  const rows: ReactNode[] = facts.map((fact) => <FactRow key={fact.name} fact={fact} />);
  if (counted !== null && !facts.some(({ name }) => name === "characters")) {
    rows.push(<FactRow key="characters" fact={{ name: "characters", unit: "count", value: counted }} />);
  }
  if (address === "primary" || address === "backup") {
    rows.push(
      <Row key="address" label={t("address")}>
        {t(`addresses.${address}`)}
      </Row>,
    );
  }
  if (file.isError)
    rows.push(
      <Row key="file" label={t("file")}>
        {t("fileFailed")}
      </Row>,
    );
  if (rows.length + others.length === 0) return null;
  return (
    <section aria-label={t("label")} className="grid gap-2.5 border-t pt-5">
      <h2 className="text-sm font-medium">{t("label")}</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {rows}
        {others.map(({ name, value }) => (
          <Row key={name} label={<span className="font-mono text-2xs">{name}</span>}>
            <span className="font-mono text-2xs break-words">{value}</span>
          </Row>
        ))}
      </dl>
    </section>
  );
}

function FactRow({ fact }: { fact: SoundFact }) {
  const t = useTranslations("reader.facts");
  const format = useFormatter();
  const units = useUnits();

  function say(value: number | string): string {
    if (typeof value === "string") return value;
    switch (fact.unit) {
      case "seconds":
        // Both with two decimals if they differ: rounded, they might look equal.
        return fact.measured === undefined ? formatLength(value) : formatFineClock(value);
      case "bytes":
        return units.bytes(value);
      case "hertz":
        return units.sampleRate(value);
      case "bitsPerSecond":
        return units.bitrate(value);
      case "ratio":
        return format.number(value, { style: "percent", maximumFractionDigits: 1 });
      default:
        return units.count(value);
    }
  }

  const { name, value, measured } = fact;
  return (
    <Row label={t(`names.${name}`)}>
      {name === "channels" && (value === 1 || value === 2) ? t(value === 1 ? "mono" : "stereo") : say(value)}
      {measured === undefined ? null : (
        <span className="block text-xs text-warning">{t("measured", { value: say(measured) })}</span>
      )}
    </Row>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-text">{children}</dd>
    </>
  );
}

/** The content of a stored JSON file, untrusted. Stored files never change. */
function assetJsonQuery(url: string) {
  return queryOptions({
    queryKey: ["assets", "json", url] as const,
    queryFn: ({ signal }) => apiFetch<unknown>(url, { signal }),
    staleTime: Infinity,
  });
}
