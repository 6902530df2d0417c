import { afterAll, vi } from "vitest";

// Test files of one worker share its process and its modules. Each file begins with the settings and the state of a new process.
const environment = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith("reverie")) Reflect.deleteProperty(globalThis, name);
  }
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
