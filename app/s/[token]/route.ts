import { randomUUID } from "node:crypto";
import { z } from "zod";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { contentSecurityPolicy, readNonce } from "@/lib/http/content-security-policy";
import { defineRoute } from "@/lib/http/route.server";
import { negotiateLocale } from "@/lib/i18n/locales";
import {
  findSharedItem,
  findSharedPrompts,
  limitStrangers,
  listSharedItems,
  openShare,
} from "@/lib/shares/open-share.server";
import { type ShareFailure, writeShareFailure, writeSharePage } from "@/lib/shares/write-share-page";

/** The page of a link, for everyone who has it. Not one of Next's pages, which bring the code of the studio. */
export const GET = defineRoute({
  auth: "none",
  params: z.object({ token: z.string() }),
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).catch(1).meta({ description: "Of items, from 1." }),
    item: z
      .uuid()
      .optional()
      .catch(undefined)
      .meta({ description: "One item of a project, instead of all of them." }),
  }),
  operation: {
    id: "openShare",
    tag: "Shares",
    summary: "The page of a link",
    answers: { 200: { description: "HTML.", contentTypes: ["text/html"] } },
  },
  async handle({ request, requestId, params: { token }, query }) {
    const locale = negotiateLocale({ acceptLanguage: request.headers.get("accept-language") });
    // proxy.ts sets the policy of documents, except of those that claim to be a part of one.
    const given = readNonce(request.headers.get("content-security-policy"));
    const nonce = given ?? btoa(randomUUID());
    const media = getEnv().STUDIO_S3_PUBLIC_ENDPOINT;
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "x-robots-tag": "noindex, nofollow",
      ...(given
        ? {}
        : { "content-security-policy": contentSecurityPolicy({ nonce, media, development: false }) }),
    };
    try {
      await limitStrangers(request, "sharedPages");
      const database = getDatabase();
      const share = await openShare(database, token);
      const { project } = share;
      const one = project && query.item ? await findSharedItem(database, share, query.item) : null;
      const shown = one
        ? { items: [one], total: 1, page: query.page, pages: 1, before: 0 }
        : await listSharedItems(database, share, query.page);
      const cover = project?.coverItemId ? await findSharedItem(database, share, project.coverItemId) : null;
      const html = writeSharePage({
        locale,
        nonce,
        address: new URL(`/s/${token}${one ? `?item=${one.id}` : ""}`, getRequestOrigin(request.headers)),
        mediaPath: `/api/shares/${token}/media`,
        project: one ? null : project && { ...project, cover },
        itemOf: one && project ? project.title : null,
        shown,
        prompts: await findSharedPrompts(database, share, shown.items),
      });
      return new Response(html, { headers });
    } catch (error) {
      const { failure, status } = describeFailure(error);
      if (failure === "failed") getLogger().error({ err: error, requestId }, "The page of a link failed");
      return new Response(writeShareFailure(locale, failure), { status, headers });
    }
  },
});

function describeFailure(error: unknown): { failure: ShareFailure; status: number } {
  if (error instanceof StudioError && error.code === "share.ended") return { failure: "ended", status: 410 };
  if (error instanceof StudioError && error.code === "not-found") return { failure: "unknown", status: 404 };
  if (error instanceof StudioError && error.code === "rate.throttled")
    return { failure: "throttled", status: 429 };
  return { failure: "failed", status: 500 };
}
