"use client";

import { createContext, useContext } from "react";

/** The files of a form that are still on their way into the studio. What is sent without them is not what was meant. */
export class Arrivals {
  readonly #open = new Set<Promise<boolean>>();

  /** @param arrival settles with whether the file came; the field tells why it did not */
  add(arrival: Promise<boolean>): void {
    const came = arrival.catch(() => false);
    this.#open.add(came);
    // Not of `came`: what nobody expected to fail is still reported as such.
    void arrival.finally(() => this.#open.delete(came));
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Waits for all of them, also for those that are chosen meanwhile. @returns false as soon as some did not come */
  async allCame(): Promise<boolean> {
    while (this.#open.size > 0) {
      const came = await Promise.all(this.#open);
      if (came.includes(false)) return false;
    }
    return true;
  }
}

/** Of the form around a field. */
export const ArrivalsContext = createContext<Arrivals | null>(null);

/** Lets the form around a field wait for a file that was chosen in it; a field that stands alone has nobody to tell. */
export function useArrivals(): (arrival: Promise<boolean>) => void {
  const arrivals = useContext(ArrivalsContext);
  return (arrival) => arrivals?.add(arrival);
}
