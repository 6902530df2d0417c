"use client";

import { createContext, useContext } from "react";

/** The uploads of a form that are still running. A submission waits for them. */
export class Arrivals {
  readonly #open = new Set<Promise<boolean>>();

  /** @param arrival resolves to whether the file was stored; the field shows why it was not */
  add(arrival: Promise<boolean>): void {
    const came = arrival.catch(() => false);
    this.#open.add(came);
    // Chained to the original promise, so that an unexpected rejection is still reported.
    void arrival.finally(() => this.#open.delete(came));
  }

  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Waits for all uploads, including those started meanwhile.
   *
   * @returns false as soon as one failed
   */
  async allCame(): Promise<boolean> {
    while (this.#open.size > 0) {
      const came = await Promise.all(this.#open);
      if (came.includes(false)) return false;
    }
    return true;
  }
}

/** Provided by the form around a field. */
export const ArrivalsContext = createContext<Arrivals | null>(null);

/** Lets a field register its uploads with the form around it. Does nothing outside a form. */
export function useArrivals(): (arrival: Promise<boolean>) => void {
  const arrivals = useContext(ArrivalsContext);
  return (arrival) => arrivals?.add(arrival);
}
