"use client";

import { useCallback, useSyncExternalStore } from "react";

/** A value outside of React, for what changes with each move of the pointer: only what depends on it renders. */
export class SharedValue<Value> {
  #value: Value;
  #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly read = (): Value => this.#value;

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Something of a shared value. Choose what is shown and make no objects in `choose`. */
export function useShared<Value, Chosen>(
  shared: SharedValue<Value>,
  choose: (value: Value) => Chosen,
): Chosen {
  const read = useCallback(() => choose(shared.read()), [choose, shared]);
  return useSyncExternalStore(shared.subscribe, read, read);
}
