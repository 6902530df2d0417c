import { getDatabase, type Database } from "@/lib/db/database.server";
import type { CallbackStatus, CallbackEventDto, CallbackReason } from "./callback-status-dto";
import { findCallbackTarget, type CallbackTarget } from "./find-callback-target.server";
import { getStudioAddresses, callbackPath } from "./callback-address.server";
import { z } from "zod";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { generationStates } from "@/lib/generations/record/states";
import { recordSchema } from "@/lib/generations/record/stored-facts";
import { chooseCallbackBase, type StudioAddresses } from "./callback-base";
import { updateFactsSchema } from "@/lib/generations/record/pushed-update";
import { areCallbacksEnabled } from "./callback-settings.server";

const shownEvents = 50;
/** The length of a description. */
const shownWords = 80;
const stateSchema = z.enum(generationStates);

/** The status of callbacks for a person and a service: whether requests carry an address, and what was received. */
export async function getCallbackStatus(
  database: Database,
  options: { userId: string; addresses: StudioAddresses; target: CallbackTarget | null },
): Promise<CallbackStatus> {
  const { userId, addresses, target } = options;
  const [enabled, events, lastChallengeAt, lastUpdateAt] = await Promise.all([
    areCallbacksEnabled(database),
    listCallbackEvents(database, userId),
    findLast(database, userId, "challenge"),
    findLast(database, userId, "update"),
  ]);
  const base = target && chooseCallbackBase(addresses, target);
  return {
    enabled,
    reason: enabled ? findReason(addresses, target, base) : "disabled",
    address: base === null ? null : `${base}${callbackPath}…`,
    publicUrl: addresses.publicUrl ?? null,
    hasQuery: target?.hasVideoQuery ?? null,
    lastChallengeAt,
    lastUpdateAt,
    events,
  };
}

function findReason(
  { publicUrl }: StudioAddresses,
  target: CallbackTarget | null,
  base: string | null,
): CallbackReason {
  if (target === null) return "no-connection";
  if (base !== null) return "told";
  return publicUrl === undefined ? "no-address" : "out-of-reach";
}

async function listCallbackEvents(database: Database, userId: string): Promise<CallbackEventDto[]> {
  const rows = await database.callbackEvent.findMany({
    where: { address: { userId } },
    orderBy: { id: "desc" },
    take: shownEvents,
    include: {
      address: {
        select: {
          generation: {
            select: { id: true, generator: true, title: true, input: true, model: true, state: true },
          },
        },
      },
    },
  });
  return rows.map(({ id, kind, facts, receivedAt, address: { generation } }) => ({
    id,
    kind: kind === "challenge" ? "challenge" : "update",
    receivedAt: receivedAt.toISOString(),
    generationId: generation?.id ?? null,
    generator: generation?.generator ?? null,
    generationWords: generation ? describe(generation) : null,
    generationState: generation ? stateSchema.parse(generation.state) : null,
    ...(kind === "update" ? pickFacts(facts) : {}),
  }));
}

function describe({ title, input, model }: { title: string | null; input: unknown; model: string }): string {
  return describeGeneration({ title, input: recordSchema.parse(input), model }).slice(0, shownWords);
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

/** The same with the current connection and addresses. */
export async function getOwnCallbackStatus(userId: string): Promise<CallbackStatus> {
  const database = getDatabase();
  const target = await findCallbackTarget(userId, database);
  return getCallbackStatus(database, { userId, addresses: getStudioAddresses(), target });
}
