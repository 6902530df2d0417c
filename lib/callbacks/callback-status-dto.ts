import { z } from "zod";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { generationStates } from "@/lib/generations/record/states";
import { VIDEO_TASK_STATES } from "@/lib/service/contract/video";

/** A received callback. */
const callbackEventDtoSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["challenge", "update"]),
  receivedAt: z.iso.datetime(),
  generationId: z.uuid().nullable().describe("Null for the studio's own check."),
  generator: z.string().nullable(),
  generationWords: z.string().nullable().describe("Beginning of the generation's title, prompt or text."),
  generationState: z.enum(generationStates).nullable().describe("Current state."),
  status: z.string().optional().describe("For an update: the status reported by the service."),
  state: z.enum(VIDEO_TASK_STATES).nullable().optional().describe("Null for an undocumented status."),
  taskId: z.string().nullable().optional(),
  fileId: z.string().nullable().optional(),
  serviceCode: z.int().nullable().optional(),
});
export type CallbackEventDto = z.infer<typeof callbackEventDtoSchema>;

/** Why requests carry a callback address, or why not. */
export const callbackReasons = [
  /** They carry one. */
  "told",
  /** The owner has switched callbacks off. */
  "disabled",
  /** STUDIO_PUBLIC_URL is not set. */
  "no-address",
  /** The address of the studio is local to its machine or network, where the service is not. */
  "out-of-reach",
  /** The person has no connection. */
  "no-connection",
] as const;

export type CallbackReason = (typeof callbackReasons)[number];

/** The status of callbacks for one person. */
export const callbackStatusSchema = z.object({
  enabled: z.boolean(),
  reason: z.enum(callbackReasons),
  /** The callback address, without its token. */
  address: z.string().nullable(),
  publicUrl: z.string().nullable().describe("STUDIO_PUBLIC_URL."),
  hasQuery: z
    .boolean()
    .nullable()
    .describe("Whether the service has a video status endpoint. Null without a connection."),
  lastChallengeAt: z.iso.datetime().nullable(),
  lastUpdateAt: z.iso.datetime().nullable(),
  /** Newest first. */
  events: z.array(callbackEventDtoSchema),
});
export type CallbackStatus = z.infer<typeof callbackStatusSchema>;

/** The body of PATCH /api/v1/callbacks. */
export const callbackSwitchSchema = z.strictObject({
  enabled: z
    .boolean()
    .describe(
      "Whether new videos are sent with a callback address. Callbacks for earlier ones are still accepted.",
    ),
});

/** The result of replaying an update. */
export const callbackReplaySchema = z.object({
  asked: z
    .boolean()
    .describe("Whether this triggered a status check at the service. False if the task had ended."),
  generation: generationDtoSchema.describe(
    "State right after the replay. The service's response arrives as a change.",
  ),
});
export type CallbackReplay = z.infer<typeof callbackReplaySchema>;

/** The result of a check of the callback address. */
export const callbackCheckSchema = z.object({
  /** `slow`: the answer was right, but later than the service waits for it. */
  result: z.enum(["reached", "slow", "unreachable", "timeout", "refused", "other-answer"]),
  address: z.string(),
  durationMs: z.int().min(0),
  /** Of an answer that did not come from this studio. */
  httpStatus: z.int().optional(),
  checkedAt: z.iso.datetime(),
});
export type CallbackCheck = z.infer<typeof callbackCheckSchema>;
