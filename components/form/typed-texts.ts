import { createContext } from "react";

/** Texts by the name of their field. */
export type TypedTextValues = Readonly<Record<string, string>>;

/**
 * The texts of editors as they are typed, which the form around them receives only at a pause. For what has to follow each
 * key and is quickly rendered, such as an estimate.
 */
export class TypedTexts {
  #values: TypedTextValues = {};
  readonly #listeners = new Set<() => void>();

  /** @param text null once the form has another one, or the field is gone */
  set(name: string, text: string | null): void {
    const { [name]: known, ...others } = this.#values;
    if (known === (text ?? undefined)) return;
    this.#values = text === null ? others : { ...others, [name]: text };
    for (const listener of this.#listeners) listener();
  }

  readonly read = (): TypedTextValues => this.#values;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Provided by the form around an editor. */
export const TypedTextsContext = createContext<TypedTexts | null>(null);
