/**
 * What a runner's `poll` throws when the service says that the task itself has failed. It ends the generation with
 * `reason`, whatever its code; the same code as the refusal of a question would say nothing about the task.
 */
export class TaskEndedError extends Error {
  /** ServiceError or StudioError. */
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message, { cause: reason });
    this.name = "TaskEndedError";
    this.reason = reason;
  }
}
