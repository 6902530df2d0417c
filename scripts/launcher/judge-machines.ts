/** What a machine says of itself to the others that use the same database. */
export interface Machine {
  /** Of its data folder. */
  id: string;
  /** Whether results are stored in its data folder. */
  usesDisk: boolean;
  runsSandbox: boolean;
  /** How many sessions its processes may open. */
  connections: number;
}

/** Another machine, and the address from which PostgreSQL sees it. */
export interface OtherMachine extends Machine {
  address: string;
}

export interface ConnectionFacts {
  maxConnections: number;
  /** Kept for administrators. */
  reserved: number;
  /** Open sessions of everything that isn't this studio. */
  otherPrograms: number;
}

const prefix = "reverie-machine ";
const pattern = /^reverie-machine ([\da-f]{8}) (disk|shared) (sandbox|service) (\d+)$/;

/** A machine as the application name of its session. */
export function writeMachine({ id, usesDisk, runsSandbox, connections }: Machine): string {
  const facts = [id, usesDisk ? "disk" : "shared", runsSandbox ? "sandbox" : "service", connections];
  return prefix + facts.join(" ");
}

/** Null for the session of something else. */
export function readMachine(name: string): Machine | null {
  const [, id, storage, service, connections] = pattern.exec(name) ?? [];
  if (id === undefined) return null;
  return {
    id,
    usesDisk: storage === "disk",
    runsSandbox: service === "sandbox",
    connections: Number(connections),
  };
}

/** Why machines can't share a database; null where they can. Pure. */
export function findMachineFault(
  own: Machine,
  others: readonly OtherMachine[],
  facts: ConnectionFacts,
): string | null {
  return findConflict(own, others) ?? findShortage(own, others, facts);
}

function findConflict(own: Machine, others: readonly OtherMachine[]): string | null {
  const [other] = others;
  if (!other) return null;
  const shared = `This database is also used by another machine (${other.address})`;
  const onDisk = [own, ...others].find(({ usesDisk }) => usesDisk);
  if (onDisk) {
    const where = onDisk === own ? "this machine stores results" : "that machine stores its results";
    return `${shared}, and ${where} on a disk that the others can't read. Set STUDIO_STORAGE=s3 on every machine.`;
  }
  const withSandbox = [own, ...others].find(({ runsSandbox }) => runsSandbox);
  if (!withSandbox) return null;
  const where = withSandbox === own ? "this machine" : "that machine";
  return (
    `${shared}, and ${where} runs the sandbox, which the others can't reach. ` +
    "Set STUDIO_SANDBOX=off and a service (STUDIO_SERVICE_*) on every machine."
  );
}

function findShortage(own: Machine, others: readonly OtherMachine[], facts: ConnectionFacts): string | null {
  const { maxConnections, reserved, otherPrograms } = facts;
  const ofOthers = others.reduce((sum, { connections }) => sum + connections, 0);
  const needed = own.connections + ofOthers + otherPrograms;
  if (needed <= maxConnections - reserved) return null;
  const parts = [
    `this machine may open ${own.connections}`,
    ...(others.length > 0 ? [`${others.length} other machines of the studio ${ofOthers}`] : []),
    ...(otherPrograms > 0 ? [`other programs have ${otherPrograms}`] : []),
  ];
  return (
    `The database allows ${maxConnections - reserved} connections (max_connections ${maxConnections}, of which ${reserved} are ` +
    `reserved), and ${needed} may be needed: ${parts.join(", ")}. Set max_connections to at least ` +
    `${needed + reserved}, or lower STUDIO_WEB_CONNECTIONS and STUDIO_WORKER_CONNECTIONS.`
  );
}
