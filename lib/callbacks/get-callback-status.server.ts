import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Database } from "@/lib/db/database.server";
import { callbackPath } from "./callback-address.server";
import { chooseCallbackBase, type StudioAddresses } from "./callback-base";
import { updateFactsSchema } from "./callback-event";
import { areCallbacksEnabled } from "./callback-settings.server";
import type { CallbackEventDto, CallbackStatus } from "./callback-status-dto";

const shownEvents = 50;

/** What there is to know of callbacks: what the service of a connection is told, and what came. */
export async function getCallbackStatus(
  database: Database,
  options: { userId: string; addresses: StudioAddresses; connection: ResolvedConnection | null },
): Promise<CallbackStatus> {
  const { userId, addresses, connection } = options;
  const [enabled, events, lastChallengeAt, lastUpdateAt] = await Promise.all([
    areCallbacksEnabled(database),
    listCallbackEvents(database, userId),
    findLast(database, userId, "challenge"),
    findLast(database, userId, "update"),
  ]);
  const base = connection && chooseCallbackBase(addresses, connection);
  const isTold = enabled && base !== null;
  return {
    enabled,
    reason: isTold
      ? "told"
      : !enabled
        ? "disabled"
        : connection === null
          ? "no-connection"
          : addresses.publicUrl === undefined
            ? "no-address"
            : "out-of-reach",
    address: base === null ? null : `${base}${callbackPath}…`,
    publicUrl: addresses.publicUrl ?? null,
    lastChallengeAt,
    lastUpdateAt,
    events,
  };
}

async function listCallbackEvents(database: Database, userId: string): Promise<CallbackEventDto[]> {
  const rows = await database.callbackEvent.findMany({
    where: { address: { userId } },
    orderBy: { id: "desc" },
    take: shownEvents,
    include: { address: { select: { generation: { select: { id: true, generator: true } } } } },
  });
  return rows.map(({ id, kind, facts, receivedAt, address: { generation } }) => ({
    id,
    kind: kind === "challenge" ? "challenge" : "update",
    receivedAt: receivedAt.toISOString(),
    generationId: generation?.id ?? null,
    generator: generation?.generator ?? null,
    ...(kind === "update" ? pickFacts(facts) : {}),
  }));
}

function pickFacts(facts: unknown): Partial<CallbackEventDto> {
  const { status, state, taskId, fileId, serviceCode } = updateFactsSchema.parse(facts);
  return { status, state, taskId, fileId, serviceCode };
}

async function findLast(database: Database, userId: string, kind: string): Promise<string | null> {
  const row = await database.callbackEvent.findFirst({
    where: { kind, address: { userId, generationId: { not: null } } },
    orderBy: { id: "desc" },
    select: { receivedAt: true },
  });
  return row?.receivedAt.toISOString() ?? null;
}
