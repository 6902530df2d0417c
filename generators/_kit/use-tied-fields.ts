"use client";

import { useState } from "react";

/**
 * Fields that exclude each other: `changeTied` changes some, parks values that no longer fit, and restores those that fit
 * again.
 *
 * @param form the result of `useGeneratorForm`
 * @param settle the ties of the generator (settleTies)
 * @param start values parked when the form was filled
 */
export function useTiedFields<Form extends object, Parked>(
  { readNow, setChanged }: { readNow: () => Form; setChanged: (next: Form) => void },
  settle: (form: Form, parked: Parked) => { form: Form; parked: Parked },
  start: Parked,
): { parked: Parked; changeTied: (change: Partial<Form>) => void } {
  const [parked, setParked] = useState(start);
  function changeTied(change: Partial<Form>): void {
    const settled = settle({ ...readNow(), ...change }, parked);
    setChanged(settled.form);
    setParked(settled.parked);
  }
  return { parked, changeTied };
}
