import type { Queryable } from "@/lib/db/database.server";

/** The queries of `storeAsset` for a result, without a database; a cast, because the rest of a client isn't there. */
export const rowlessDatabase = {
  $executeRaw: () => Promise.resolve(1),
  asset: {
    upsert: ({ create }: { create: object }) =>
      Promise.resolve({ id: "a-row", createdAt: new Date(), ...create, facts: null }),
  },
} as unknown as Queryable;
