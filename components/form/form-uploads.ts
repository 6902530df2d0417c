"use client";

import { createContext, useContext } from "react";

/** The uploads of a form that are still running. A submission waits for them. */
export class FormUploads {
  readonly #open = new Set<Promise<boolean>>();

  /** @param upload resolves to whether the file was stored; the field shows why it was not */
  add(upload: Promise<boolean>): void {
    const stored = upload.catch(() => false);
    this.#open.add(stored);
    // Chained to the original promise, so that an unexpected rejection is still reported.
    void upload.finally(() => this.#open.delete(stored));
  }

  get isPending(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Waits for all uploads, including those started meanwhile.
   *
   * @returns false as soon as one failed
   */
  async allStored(): Promise<boolean> {
    while (this.#open.size > 0) {
      const stored = await Promise.all(this.#open);
      if (stored.includes(false)) return false;
    }
    return true;
  }
}

/** Provided by the form around a field. */
export const FormUploadsContext = createContext<FormUploads | null>(null);

/** Lets a field register its uploads with the form around it. Does nothing outside a form. */
export function useFormUploads(): (upload: Promise<boolean>) => void {
  const uploads = useContext(FormUploadsContext);
  return (upload) => uploads?.add(upload);
}
