import type { GenerationDto } from "../read/generation-dto";

/** What a person learns at once of a pending task: it runs on, or a worker now looks after it and its take will tell. */
export interface TaskAnswer {
  answer: "running" | "handed-over";
  generation: GenerationDto;
}
