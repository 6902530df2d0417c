import type { Medium } from "@/lib/generations/ask/definition-port";

/** What the shell shows of a generator, in the person's language. */
export interface ShellGenerator {
  id: string;
  medium: Medium;
  name: string;
}
