/** Changes come in bursts, for example all pictures of a generation: they are loaded together after this interval. */
const intervalMs = 100;

/** More changed items than this are not loaded: browsers reload what they show. */
const maxTold = 100;

/** An item of the person, as its DTO. */
export interface LiveItem {
  id: string;
}

/** What `items` tells: the new states of changed items and the IDs of deleted ones, or that many changed. */
export type LiveItemNews = { items: LiveItem[]; gone: string[] } | { many: true };

/** Loads what changed, one load at a time, so that later news are never older. */
export function createItemLoader({
  load,
  write,
  onLoaded,
  onError,
}: {
  load: (ids: readonly string[]) => Promise<LiveItem[]>;
  /** The text of an event. */
  write: (news: LiveItemNews) => string;
  onLoaded: (text: string) => void;
  onError: (error: unknown) => void;
}): { tell: (ids: readonly string[] | null) => void; end: () => void } {
  let changed = new Set<string>();
  let areMany = false;
  let isRunning = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    timer = undefined;
    isRunning = true;
    const ids = [...changed];
    const isTooMuch = areMany || ids.length > maxTold;
    changed = new Set();
    areMany = false;
    try {
      const news = isTooMuch ? ({ many: true } as const) : await loadNews(ids);
      if (!ended) onLoaded(write(news));
    } catch (error) {
      onError(error);
    }
    isRunning = false;
    if (areMany || changed.size > 0) plan();
  }

  async function loadNews(ids: readonly string[]): Promise<LiveItemNews> {
    const items = await load(ids);
    const found = new Set(items.map(({ id }) => id));
    return { items, gone: ids.filter((id) => !found.has(id)) };
  }

  function plan(): void {
    if (!ended && !isRunning) timer ??= setTimeout(() => void run(), intervalMs);
  }

  return {
    tell(ids) {
      if (ids === null) areMany = true;
      else for (const id of ids) changed.add(id);
      plan();
    },
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
