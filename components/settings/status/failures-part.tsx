import { useFormatter, useMessages, useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { findErrorOrigin } from "@/lib/errors/error-origin";
import { findErrorText, type ErrorTexts } from "@/lib/i18n/error-texts";
import type { StudioStatus } from "@/lib/status/studio-status";
import { SettingsPart } from "../settings-section";

type Failure = StudioStatus["failures"][number];

/** What failed within a day, for anybody, most often first, and how to find the latest of each kind in the log. */
export function FailuresPart({
  failures,
  names,
}: {
  failures: readonly Failure[];
  /** Names of generators by ID. */
  names: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("status.failures");
  const format = useFormatter();
  return (
    <SettingsPart title={t("title")} lead={failures.length > 0 ? t("lead") : undefined}>
      {failures.length === 0 ? (
        <p className="text-sm text-text-3">{t("empty")}</p>
      ) : (
        <table className="w-full text-sm [&_td]:py-3 [&_td]:pl-4 [&_td]:text-right [&_th]:text-left [&_th]:font-normal">
          <caption className="sr-only">{t("title")}</caption>
          <thead className="text-2xs text-text-3 [&_th]:pb-2 [&_th:not(:first-child)]:pl-4 [&_th:not(:first-child)]:text-right">
            <tr>
              <th scope="col">{t("error")}</th>
              <th scope="col">{t("count")}</th>
              <th scope="col" className="max-sm:hidden">
                {t("latest")}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y border-t align-top">
            {failures.map((failure) => {
              const latest = format.dateTime(failure.lastAt, "dateTime");
              return (
                <tr key={failure.code}>
                  {/* Takes what the others leave, so that IDs are cut instead of making it wider. */}
                  <th scope="row" className="w-full max-w-0 py-3">
                    <WhatFailed failure={failure} names={names} latest={latest} />
                  </th>
                  <td className="tabular-nums">{format.number(failure.count)}</td>
                  <td className="whitespace-nowrap text-text-2 tabular-nums max-sm:hidden">{latest}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </SettingsPart>
  );
}

function WhatFailed({
  failure,
  names,
  latest,
}: {
  failure: Failure;
  names: Readonly<Record<string, string>>;
  latest: string;
}) {
  const t = useTranslations("status.failures");
  const texts: ErrorTexts = useMessages().errors;
  const { code, people, generators, lastId, lastTraceId } = failure;
  const { title, action } = findErrorText(texts, code);
  const facts = [
    t("origin", { origin: findErrorOrigin(code) }),
    code,
    generators.map((generator) => names[generator] ?? generator).join(", "),
    t("people", { count: people }),
  ];
  return (
    <>
      <span className="font-medium">{title}</span> <span className="text-text-2">{action}</span>
      <span className="mt-0.5 block text-2xs wrap-anywhere text-text-3">{facts.join(" · ")}</span>
      <span className="block text-2xs text-text-3 sm:hidden">{t("latestAt", { time: latest })}</span>
      <span className="mt-1.5 grid grid-cols-[auto_minmax(0,max-content)_auto] items-center justify-start gap-x-2 text-2xs text-text-3">
        {lastTraceId ? <Identifier kind="trace" id={lastTraceId} /> : null}
        <Identifier kind="generation" id={lastId} />
      </span>
    </>
  );
}

/** By which the latest one is found: the trace ID at the service, the ID of the generation in the studio's log. */
function Identifier({ kind, id }: { kind: "trace" | "generation"; id: string }) {
  const t = useTranslations("status.failures");
  return (
    <>
      <span>{t(`ids.${kind}`)}</span>
      <code className="truncate font-mono">{id}</code>
      <CopyButton
        text={id}
        label={t(`copyId.${kind}`)}
        copiedLabel={t("copied")}
        failedLabel={t("notCopied")}
        className="size-6! [&_svg]:size-3.5!"
      />
    </>
  );
}
