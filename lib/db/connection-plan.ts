/** How many sessions of PostgreSQL each part of a process may open, besides its pool, which is a setting. */
export const connectionPlan = {
  web: {
    callbacks: 2,
    feeds: 2,
    /** Of the job queue. */
    jobs: 2,
    /** News and locks. */
    sessions: 2,
  },
  worker: {
    jobs: 4,
    /** News of jobs, and of everything else with its lock. */
    sessions: 2,
    /** What is opened for a moment, to keep files from being removed. */
    holds: 1,
  },
  launcher: 1,
} as const;

/** How many sessions the processes of a machine may open. */
export function countConnections(machine: {
  webPool: number;
  workerPool: number;
  hasWorker: boolean;
}): number {
  const { web, worker, launcher } = connectionPlan;
  const add = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);
  const ofWorker = machine.hasWorker ? machine.workerPool + add(worker) : 0;
  return machine.webPool + add(web) + ofWorker + launcher;
}
