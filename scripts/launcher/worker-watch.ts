import type { MachineState } from "@/lib/status/machine-state.server";

type WorkerState = NonNullable<MachineState["worker"]>;

/** A worker that has been ready for so long does not end again and again; one that is not ready after so long is away. */
const settledMs = 10_000;

/**
 * Judges the worker for health checks. That it ends once changes nothing, since it is back within a second; it is `failing`
 * from its second end in a row, or when it isn't back, until it has been ready for ten seconds.
 */
export class WorkerWatch {
  /** Resolves when it is ready for the first time. */
  readonly ready: Promise<void>;
  readonly #setReady: () => void;
  readonly #onChange: (state: WorkerState) => void;
  #state: WorkerState = "starting";
  #ends = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: (state: WorkerState) => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#setReady = resolve;
    this.#onChange = onChange;
  }

  becameReady(): void {
    this.#setReady();
    if (this.#ends < 2) this.#set("ready");
    this.#later(() => {
      this.#ends = 0;
      this.#set("ready");
    });
  }

  ended(): void {
    this.#ends += 1;
    if (this.#ends >= 2) this.#set("failing");
    this.#later(() => this.#set("failing"));
  }

  #later(run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, settledMs);
    this.#timer.unref();
  }

  #set(state: WorkerState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}
