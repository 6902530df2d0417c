import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getFormatter, getTranslations } from "next-intl/server";
import { z } from "zod";
import { SettingsHeading, SettingsRow, SettingsRows } from "@/components/settings/settings-section";
import type { AuditEventDto } from "@/lib/audit/audit-dto";
import { listAuditEvents } from "@/lib/audit/list-audit-events.server";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { getEnv } from "@/lib/env/env.server";

const pageSize = 50;
const cursorSchema = z.uuid().optional().catch(undefined);

export default async function AuditLogPage({
  searchParams,
}: {
  searchParams: Promise<{ cursor?: string | string[] }>;
}) {
  const actor = await requireSessionActor();
  if (actor.role !== "owner") notFound();
  const cursor = cursorSchema.parse((await searchParams).cursor);
  const [{ events, nextCursor }, t, format] = await Promise.all([
    listAuditEvents({ cursor, limit: pageSize }),
    getTranslations("audit"),
    getFormatter(),
  ]);
  const describe = ({ at, person, via, address }: AuditEventDto): string =>
    [
      format.dateTime(new Date(at), "dateTime"),
      person?.email ?? t("nobody"),
      ...(via === "token" ? [t("viaToken")] : []),
      ...(address ? [t("from", { address })] : []),
    ].join(" · ");
  return (
    <>
      <SettingsHeading title={t("title")}>
        {t("lead", { days: getEnv().STUDIO_AUDIT_DAYS ?? 0 })}
      </SettingsHeading>
      <SettingsRows label={t("title")} empty={t("none")}>
        {events.map((event) => (
          <SettingsRow key={event.id} facts={describe(event)}>
            <span className="font-medium">{t(`kinds.${event.kind}`)}</span>
            {event.subject ? <span className="ml-2 wrap-anywhere text-text-2">{event.subject}</span> : null}
          </SettingsRow>
        ))}
      </SettingsRows>
      {nextCursor ? (
        <p className="mt-6 text-sm">
          <Link href={`/settings/audit-log?cursor=${nextCursor}`} className="underline">
            {t("older")}
          </Link>
        </p>
      ) : null}
    </>
  );
}
