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
    /** News, with its lock. */
    sessions: 1,
    /** What is opened for a moment, to keep files from being removed. */
    holds: 1,
  },
  /** Health and metrics of a worker without a web. */
  status: 2,
  launcher: 1,
} as const;

/** How many sessions the processes of a machine may open. */
export function countConnections(machine: {
  role: "all" | "web" | "worker";
  webPool: number;
  workerPool: number;
}): number {
  const { web, worker, status, launcher } = connectionPlan;
  const add = (parts: Record<string, number>) => Object.values(parts).reduce((sum, part) => sum + part, 0);
  const ofWeb = machine.role === "worker" ? status : machine.webPool + add(web);
  const ofWorker = machine.role === "web" ? 0 : machine.workerPool + add(worker);
  return ofWeb + ofWorker + launcher;
}
