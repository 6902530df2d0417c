"use client";

import { ChevronRight } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { StateDot } from "@/components/ui/state-dot";
import type { CallbackStatus } from "@/lib/callbacks/callback-status-dto";

/** Shows whether the service has a callback address, why not and what to do, and when it last called. */
export function CallbackReach({ status }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  if (areCallbacksOptional(status)) return <NothingToDo status={status} />;
  const { publicUrl } = status;
  return (
    <section aria-label={t("title")}>
      {status.reason === "told" ? (
        <>
          <StateDot tone="good" className="text-sm!">
            {t("reason.told")}
          </StateDot>
          <p className="mt-1 max-w-prose text-sm text-text-2">
            {t("reasonAction.told")} {publicUrl === null ? t("onThisMachine") : null}
          </p>
        </>
      ) : (
        <NotTold status={status} />
      )}
      <ReachFacts status={status} />
    </section>
  );
}

/** The studio polls for videos; how to set up callbacks is folded away. */
function NothingToDo({ status }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  const { reason, publicUrl } = status;
  const values = { address: publicUrl ?? "", code: writeCode };
  return (
    <section aria-label={t("title")}>
      <StateDot tone="good" className="text-sm!">
        {t("unneeded.title")}
      </StateDot>
      <p className="mt-1 max-w-prose text-sm text-text-2">{t("unneeded.lead")}</p>
      <details className="group mt-5 border-y py-3">
        <summary className="flex list-none items-center gap-2 text-sm text-text-2 hover:text-text [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
          {t("unneeded.how")}
        </summary>
        <p className="mt-4 max-w-prose text-sm text-text-2">
          {t.rich(`reason.${reason}`, values)} {t.rich(`reasonAction.${reason}`, values)}
        </p>
        <ReachFacts status={status} />
      </details>
    </section>
  );
}

function ReachFacts({ status }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  const format = useFormatter();
  const { address, publicUrl, lastChallengeAt, lastUpdateAt } = status;
  const hasAddress = status.reason === "told";
  const written = (moment: string | null) =>
    moment === null ? null : format.dateTime(new Date(moment), "dateTimeWithSeconds");
  const facts: [name: string, value: string | null, ifNone: string, isAddress: boolean][] = [
    [t("facts.publicUrl"), publicUrl, t("facts.notSet"), true],
    [t("facts.told"), hasAddress ? address : null, t("facts.nothing"), true],
    [t("facts.lastChallenge"), written(lastChallengeAt), t("facts.never"), false],
    [t("facts.lastUpdate"), written(lastUpdateAt), t("facts.never"), false],
  ];
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
      {facts.map(([name, value, ifNone, isAddress]) => (
        <div key={name} className="sm:contents">
          <dt className="text-text-3">{name}</dt>
          {value === null ? (
            <dd className="text-text-3">{ifNone}</dd>
          ) : (
            <dd className={isAddress ? "font-mono text-xs break-all" : "tabular-nums"}>{value}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function writeCode(text: ReactNode) {
  return <code className="font-mono text-xs text-text">{text}</code>;
}

/** Explains why the service has no callback address, what to do, and what that means for running videos. */
function NotTold({ status: { reason, publicUrl, hasQuery } }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  const values = { address: publicUrl ?? "", code: writeCode };
  const meaning = hasQuery === null ? null : t(hasQuery ? "asksInstead" : "cannotAsk");
  return (
    <Notice
      tone={reason === "disabled" && hasQuery !== false ? "neutral" : "warning"}
      title={t.rich(`reason.${reason}`, values)}
      actions={
        reason === "no-connection" ? (
          <Link href="/settings/connection" className={buttonVariants({ variant: "outline", size: "small" })}>
            {t("openConnection")}
          </Link>
        ) : null
      }
    >
      {t.rich(`reasonAction.${reason}`, values)}
      {meaning ? <p className="mt-2">{meaning}</p> : null}
    </Notice>
  );
}

/**
 * Whether callbacks would only save a little time: the service cannot get an address, as in most homes, and the studio
 * can poll for each video. Then nothing is wrong.
 */
export function areCallbacksOptional({
  reason,
  hasQuery,
}: Pick<CallbackStatus, "reason" | "hasQuery">): boolean {
  return (reason === "no-address" || reason === "out-of-reach") && hasQuery === true;
}
