import type { Settings } from "./settings.ts";

/** Milliseconds since 1970, from a clock that tests replace and the control endpoint shifts. */
export class SandboxClock {
  private readonly settings: Settings;
  private readonly readBase: () => number;

  constructor(settings: Settings, readBase: () => number = Date.now) {
    this.settings = settings;
    this.readBase = readBase;
  }

  now(): number {
    return this.readBase() + this.settings.clockOffsetMs;
  }
}
