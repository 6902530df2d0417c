"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { StateDot } from "@/components/ui/state-dot";
import type { CallbackStatus } from "@/lib/callbacks/callback-status-dto";

/** Whether the service is told an address, why not and what to do, and when it last used it. */
export function CallbackReach({ status }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  const format = useFormatter();
  const { address, publicUrl, lastChallengeAt, lastUpdateAt } = status;
  const isTold = status.reason === "told";
  const written = (moment: string | null) =>
    moment === null ? null : format.dateTime(new Date(moment), { dateStyle: "medium", timeStyle: "medium" });
  const facts: [name: string, value: string | null, ifNone: string, isAddress: boolean][] = [
    [t("facts.publicUrl"), publicUrl, t("facts.notSet"), true],
    [t("facts.told"), isTold ? address : null, t("facts.nothing"), true],
    [t("facts.lastChallenge"), written(lastChallengeAt), t("facts.never"), false],
    [t("facts.lastUpdate"), written(lastUpdateAt), t("facts.never"), false],
  ];
  return (
    <section aria-label={t("title")}>
      {isTold ? (
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
      <dl className="mt-6 grid max-w-2xl gap-x-6 gap-y-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
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
    </section>
  );
}

/** Why the service is told nothing, what to do about it, and what that means for a video that is made now. */
function NotTold({ status: { reason, publicUrl, hasQuery } }: { status: CallbackStatus }) {
  const t = useTranslations("callbacks");
  const code = (text: ReactNode) => <code className="font-mono text-xs text-text">{text}</code>;
  const values = { address: publicUrl ?? "", code };
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
