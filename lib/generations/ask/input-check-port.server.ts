import type { FieldProblem } from "@/lib/errors/studio-error";
import type { StoredAsset } from "@/lib/media/stored-asset";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";

export interface InputCheckContext {
  userId: string;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Of the connection that the request would go to. */
  profile: ServiceProfile;
  /** An asset of the person, or null; whether all are there is checked for every generator. */
  findAsset(assetId: string): Promise<StoredAsset | null>;
}

/** What is wrong with an input beyond its schema, for example inside a file that it refers to; empty when nothing is. */
export type InputCheck<Input = unknown> = (
  input: Input,
  context: InputCheckContext,
) => Promise<FieldProblem[]>;

/** What lib/generations knows of such checks; server/runners.server.ts provides it. Most generators have none. */
export interface InputCheckRegistry {
  load(generator: string): Promise<InputCheck | undefined>;
}
