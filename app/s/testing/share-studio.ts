import { expect } from "vitest";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { newShareDtoSchema, sharePageSchema } from "@/lib/shares/share-dto";
import { GET as getMedia } from "@/app/api/shares/[token]/media/[id]/route";
import { DELETE as revokeOne, GET as getOne, PATCH as changeOne } from "@/app/api/v1/shares/[id]/route";
import { DELETE as revokeAll, GET as list, POST } from "@/app/api/v1/shares/route";
import { GET as getPage } from "../[token]/route";

type Headers = Record<string, string>;
const none = { params: Promise.resolve({}) };

/** Shares' routes, called as Ada unless other headers are given, and the page of a link, as a stranger. */
export async function createShareStudio() {
  const fixture: RouteFixture = await createRouteFixture();
  const ada = fixture.ada.headers;

  function call(method: string, path: string, headers: Headers, body?: object): Request {
    return new Request(`http://studio.test/api/v1/shares${path}`, {
      method,
      headers: { ...headers, host: "studio.test", "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
  const ofOne = (id: string) => ({ params: Promise.resolve({ id }) });
  const post = (body: object, headers: Headers = ada) => POST(call("POST", "", headers, body), none);

  return {
    fixture,
    post,
    async share(body: object): Promise<{ id: string; token: string; url: string }> {
      const response = await post(body);
      expect(response.status).toBe(201);
      const { id, url } = newShareDtoSchema.parse(await response.json());
      const [, token] = /^http:\/\/studio\.test\/s\/(share_\w{43})$/.exec(url)!;
      return { id, token: token!, url };
    },
    async list(query = "", headers: Headers = ada) {
      return sharePageSchema.parse(await (await list(call("GET", query, headers), none)).json());
    },
    get: (id: string, headers: Headers = ada) => getOne(call("GET", `/${id}`, headers), ofOne(id)),
    change: (id: string, body: object, headers: Headers = ada) =>
      changeOne(call("PATCH", `/${id}`, headers, body), ofOne(id)),
    revoke: (id: string, headers: Headers = ada) => revokeOne(call("DELETE", `/${id}`, headers), ofOne(id)),
    revokeAll: (headers: Headers = ada) => revokeAll(call("DELETE", "", headers), none),
    open(token: string, headers: Headers = {}, query = ""): Promise<Response> {
      const request = new Request(`http://studio.test/s/${token}${query}`, {
        headers: { host: "studio.test", ...headers },
      });
      return getPage(request, { params: Promise.resolve({ token }) });
    },
    fetchMedia(token: string, id: string, query = "", headers: Headers = {}): Promise<Response> {
      const request = new Request(`http://studio.test/api/shares/${token}/media/${id}${query}`, { headers });
      return getMedia(request, { params: Promise.resolve({ token, id }) });
    },
  };
}

export type ShareStudio = Awaited<ReturnType<typeof createShareStudio>>;
