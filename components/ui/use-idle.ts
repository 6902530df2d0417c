"use client";

import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle";

const idleTimeoutMs = 1_000;

/** True once the browser is idle after the first render, or after a second: for what the first screen does not need. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), idleTimeoutMs), []);
  return isIdle;
}
