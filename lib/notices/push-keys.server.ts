import webPush from "web-push";
import { z } from "zod";
import { getSecretBox, SecretBoxError } from "@/lib/crypto/secret-box.server";
import type { Database, Queryable } from "@/lib/db/database.server";

const settingKey = "push.keys";
const settingSchema = z.object({ publicKey: z.string(), sealedPrivateKey: z.string() });
const context = { purpose: "push.private-key", recordId: settingKey };

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys with which this studio proves to push services who it is, made once. Browsers subscribe for the public key:
 * where the private one can't be read any more, as under another instance secret, their subscriptions are worth nothing.
 */
export async function getPushKeys(database: Database): Promise<PushKeys> {
  const current = await find(database);
  if (current && !current.isStale) return current.keys;
  return database.$transaction(async (transaction) => {
    // Two processes must not make two pairs.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('reverie push keys'))`;
    const known = await find(transaction);
    if (known && !known.isStale) return known.keys;
    const keys = known?.keys ?? webPush.generateVAPIDKeys();
    if (!known) await transaction.pushSubscription.deleteMany();
    await save(transaction, keys);
    return keys;
  });
}

/** Seals the private key under the current instance secret; an instance that has none gets none. */
export async function resealPushKeys(database: Database): Promise<void> {
  if (await find(database)) await getPushKeys(database);
}

async function find(database: Pick<Queryable, "instanceSetting">) {
  const stored = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  return stored && open(settingSchema.parse(stored.value));
}

function open({ publicKey, sealedPrivateKey }: z.output<typeof settingSchema>) {
  const box = getSecretBox();
  try {
    const privateKey = box.open(sealedPrivateKey, context);
    return { keys: { publicKey, privateKey }, isStale: box.isStale(sealedPrivateKey) };
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

async function save(transaction: Pick<Queryable, "instanceSetting">, keys: PushKeys): Promise<void> {
  const sealedPrivateKey = getSecretBox().seal(keys.privateKey, context);
  const value = { publicKey: keys.publicKey, sealedPrivateKey };
  await transaction.instanceSetting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  });
}
