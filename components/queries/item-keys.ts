/** The first part of the query keys of items and of tasks on them, for pages that refetch both without their code. */
export const itemKeys = { items: ["items"], tasks: ["item-tasks"] } as const;
