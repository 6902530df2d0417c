import type { Queryable } from "@/lib/db/database.server";

/** The one query of `storeAsset`, without a database; a cast, because the rest of a client isn't there. */
export const rowlessDatabase = {
  asset: {
    upsert: ({ create }: { create: object }) =>
      Promise.resolve({ id: "a-row", createdAt: new Date(), ...create, facts: null }),
  },
} as unknown as Queryable;
