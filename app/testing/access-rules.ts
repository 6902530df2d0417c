import type { TokenScope } from "@/lib/auth/actor";

/** Who may do something: everyone, every person, or owners only; and whether their sign-in must be fresh. */
interface ActionRule {
  who: "everyone" | "person" | "owner";
  fresh?: true;
}

/** Also the scope that a token needs. */
export type AccessRule = ActionRule & { scope?: TokenScope };

const everyone: AccessRule = { who: "everyone" };
const read: AccessRule = { who: "person", scope: "read" };
const make: AccessRule = { who: "person", scope: "make" };
const manage: AccessRule = { who: "person", scope: "manage" };
const manageFresh: AccessRule = { who: "person", scope: "manage", fresh: true };
const ownerManage: AccessRule = { who: "owner", scope: "manage" };

/** The rule of each route handler of the app folder. */
export const routeRules: Readonly<Record<string, AccessRule>> = {
  "GET /api/auth/[...nextauth]": everyone,
  "POST /api/auth/[...nextauth]": everyone,
  "POST /api/callbacks/video/[token]": everyone,
  "GET /api/events": read,
  "GET /api/health": everyone,
  "GET /api/health/live": everyone,
  "GET /api/media/[assetId]": read,
  "HEAD /api/media/[assetId]": read,
  "GET /api/media/[assetId]/peaks": read,
  "HEAD /api/media/[assetId]/peaks": read,
  "GET /api/metrics": { who: "owner", scope: "read" },
  "POST /api/uploads": make,
  "GET /api/v1/account": read,
  "GET /api/v1/audit-log": ownerManage,
  "GET /api/v1/callbacks": read,
  "PATCH /api/v1/callbacks": ownerManage,
  "POST /api/v1/callbacks/check": manage,
  "POST /api/v1/callbacks/events/[id]/replay": manage,
  "GET /api/v1/connection": read,
  "PUT /api/v1/connection": manageFresh,
  "DELETE /api/v1/connection": manageFresh,
  "POST /api/v1/connection/test": manage,
  "GET /api/v1/cover-analyses": read,
  "POST /api/v1/cover-analyses": make,
  "GET /api/v1/cover-analyses/[id]": read,
  "GET /api/v1/first-frames/[id]": read,
  "POST /api/v1/first-frames/fit": make,
  "POST /api/v1/frames": make,
  "GET /api/v1/generations": read,
  "POST /api/v1/generations": make,
  "GET /api/v1/generations/[id]": read,
  "DELETE /api/v1/generations/[id]": make,
  "POST /api/v1/generations/[id]/cancel": make,
  "GET /api/v1/generations/[id]/chain": read,
  "POST /api/v1/generations/[id]/check": make,
  "GET /api/v1/generations/[id]/download": read,
  "PUT /api/v1/generations/[id]/favourite": make,
  "DELETE /api/v1/generations/[id]/favourite": make,
  "GET /api/v1/generations/[id]/neighbours": read,
  "POST /api/v1/generations/[id]/restore": make,
  "POST /api/v1/generations/[id]/retry": make,
  "GET /api/v1/generations/[id]/stream": read,
  "GET /api/v1/generations/[id]/subtitles": read,
  "PUT /api/v1/generations/[id]/title": make,
  "DELETE /api/v1/generations/[id]/title": make,
  "GET /api/v1/generators": read,
  "GET /api/v1/item-tasks": read,
  "GET /api/v1/item-tasks/[id]": read,
  "POST /api/v1/item-tasks/[id]/cancel": make,
  "POST /api/v1/item-tasks/[id]/undo": make,
  "GET /api/v1/items": read,
  "PATCH /api/v1/items": make,
  "GET /api/v1/items/[id]": read,
  "PATCH /api/v1/items/[id]": make,
  "DELETE /api/v1/items/[id]": manage,
  "POST /api/v1/items/changes": make,
  "GET /api/v1/items/[id]/neighbours": read,
  "POST /api/v1/items/delete": manage,
  "POST /api/v1/items/deletions": manage,
  "GET /api/v1/items/months": read,
  "POST /api/v1/trash/empty": manage,
  "GET /api/v1/lyrics": read,
  "POST /api/v1/lyrics": make,
  "GET /api/v1/members": ownerManage,
  "PUT /api/v1/members/[id]/quotas": { who: "owner", scope: "manage", fresh: true },
  "GET /api/v1/openapi.json": everyone,
  "GET /api/v1/projects": read,
  "POST /api/v1/projects": make,
  "GET /api/v1/projects/current": read,
  "PUT /api/v1/projects/current": make,
  "GET /api/v1/projects/[id]": read,
  "PATCH /api/v1/projects/[id]": make,
  "DELETE /api/v1/projects/[id]": manage,
  "GET /api/v1/projects/[id]/items": read,
  "POST /api/v1/projects/[id]/items": make,
  "POST /api/v1/projects/[id]/items/remove": make,
  "POST /api/v1/projects/[id]/items/move": make,
  "GET /api/v1/projects/[id]/members": read,
  "PUT /api/v1/projects/[id]/members": manage,
  "DELETE /api/v1/projects/[id]/members/[userId]": manage,
  "GET /api/v1/rate": read,
  "GET /api/v1/sounds/[id]": read,
  "POST /api/v1/sounds/trim": make,
  "GET /api/v1/text-files/[id]": read,
  "GET /api/v1/tokens": manage,
  "POST /api/v1/tokens": manageFresh,
  "DELETE /api/v1/tokens/[tokenId]": manage,
  "GET /api/v1/voices": read,
  "PUT /api/v1/voices/[voiceId]/favourite": make,
  "DELETE /api/v1/voices/[voiceId]/favourite": make,
  "POST /api/v1/voices/[voiceId]/sample": make,
};

/** The rule of each server action, which a session calls. */
export const actionRules: Readonly<Record<string, ActionRule>> = {
  setUpOwnerAction: { who: "everyone" },
  acceptInvitationAction: { who: "everyone" },
  submitGeneration: { who: "person" },
  refreshVoicesAction: { who: "person" },
  askAboutTaskAction: { who: "person" },
  confirmPasswordAction: { who: "person" },
  changeNameAction: { who: "person" },
  changePasswordAction: { who: "person" },
  endSessionAction: { who: "person" },
  endOtherSessionsAction: { who: "person" },
  saveConnectionAction: { who: "person", fresh: true },
  testConnectionAction: { who: "person" },
  removeConnectionAction: { who: "person", fresh: true },
  createTokenAction: { who: "person", fresh: true },
  revokeTokenAction: { who: "person" },
  inviteAction: { who: "owner", fresh: true },
  revokeInvitationAction: { who: "owner" },
  setMemberAccessAction: { who: "owner", fresh: true },
  setQuotasAction: { who: "owner", fresh: true },
};

/**
 * Who may see each page of the app folder: everyone, every person, or owners only, for whom alone it exists. Pages of people
 * lead anyone else to the sign-in page. e2e/page-access.spec.ts requests them.
 */
export const pageRules: Readonly<Record<string, ActionRule["who"]>> = {
  "/setup": "everyone",
  "/sign-in": "everyone",
  "/invitation/[token]": "everyone",
  "/": "person",
  "/activity": "person",
  "/create/[generator]": "person",
  "/library": "person",
  "/library/[generationId]": "person",
  "/library/compare": "person",
  "/settings": "person",
  "/settings/account": "person",
  "/settings/audit-log": "owner",
  "/settings/callbacks": "person",
  "/settings/connection": "person",
  "/settings/members": "owner",
  "/settings/storage": "person",
  "/settings/tokens": "person",
};
