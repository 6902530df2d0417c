export type ProcessFacts = { pid: number; startTime: string };

/** Who holds a lock, and what it told about itself. */
export type LockHolder = ProcessFacts & {
  id: string;
  /** Where the studio answers, once it does. */
  address?: string;
  /** The processes that it started and that may outlive it when it is killed. */
  children?: ChildFacts[];
  /** What the holders before it left behind. */
  leftovers?: ChildFacts[];
};

export type ChildFacts = ProcessFacts & { name: string };

export type InstanceLock = {
  id: string;
  /** Processes of a killed run that still live. */
  leftovers(): ChildFacts[];
  update(facts: Partial<LockHolder>): void;
  release(): void;
};

export class AlreadyRunningError extends Error {
  readonly holder: LockHolder;
}

/** Takes the lock, also over a dead process; throws AlreadyRunningError when a living one has it. */
export function takeInstanceLock(file: string, facts?: Partial<LockHolder>): InstanceLock;
/** Goes on with a lock that the parent process took. */
export function continueInstanceLock(file: string, id: string): InstanceLock;
/** Who runs now, or null. */
export function findRunningInstance(file: string): LockHolder | null;
export function describeProcess(pid: number): ProcessFacts;
export function isHolderAlive(holder: ProcessFacts): boolean;
