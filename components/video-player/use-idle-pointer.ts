"use client";

import { useEffect, useEffectEvent, useState } from "react";

/** As long as one rests before the controls go out of the way. */
const idleAfterMs = 2_500;

/** Whether nobody has stirred for a moment, and what to call when somebody does. Never idle while it is off. */
export function useIdlePointer(enabled: boolean): readonly [boolean, () => void] {
  const [stirred, setStirred] = useState(0);
  const [idle, setIdle] = useState(false);
  const rest = useEffectEvent(() => setIdle(true));
  useEffect(() => {
    if (!enabled) return;
    const timer = setTimeout(() => rest(), idleAfterMs);
    return () => clearTimeout(timer);
  }, [enabled, stirred]);
  function stir() {
    if (!enabled) return;
    setIdle(false);
    setStirred((count) => count + 1);
  }
  return [enabled && idle, stir];
}
