import type { Database } from "@/lib/db/database.server";

const queries = {
  $executeRaw: () => Promise.resolve(1),
  asset: {
    upsert: ({ create }: { create: object }) =>
      Promise.resolve({ id: "a-row", createdAt: new Date(), ...create, facts: null }),
  },
};

/** The queries of `storeAsset` for a result, without a database; a cast, because the rest of a client isn't there. */
export const rowlessDatabase = {
  ...queries,
  $transaction: (work: (transaction: typeof queries) => unknown) => work(queries),
} as unknown as Database;
