import type { BlobStore } from "@/lib/media/store/blob-store.server";

/** A store that fails at its nth file, as if the import were cut off there. */
export function cutOffAt(store: BlobStore, nth: number): BlobStore {
  let commits = 0;
  return {
    ...store,
    async createWriter() {
      const writer = await store.createWriter();
      const commit = (key: string) => {
        commits += 1;
        if (commits === nth) throw new Error("cut off");
        return writer.commit(key);
      };
      return Object.assign(Object.create(writer) as typeof writer, { commit });
    },
  };
}
