import { openLiveHub } from "@/lib/live/live-hub.server";
import type { RouteFixture } from "./route-fixture";

/** The two people of a fixture. */
export type Person = "ada" | "bob";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** What a refusal answers. */
export interface Problem {
  code: string;
  errors: { path: string; key: string }[];
}

interface Call {
  /** Ada, unless somebody else calls. */
  person?: Person;
  id?: string;
  query?: string;
  body?: unknown;
}

/** Calls route handlers with the token of a person. The fixture may be there only later. */
export function createCaller(path: string, getFixture: () => RouteFixture) {
  return async <Answer>(
    handler: Handler,
    method: string,
    { person = "ada", id = "", query = "", body }: Call = {},
  ): Promise<{ status: number; answer: Answer & Problem }> => {
    const request = new Request(`http://studio.test${path}${query}`, {
      method,
      headers: { ...getFixture()[person].headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await handler(request, { params: Promise.resolve({ id }) });
    const text = await response.text();
    return { status: response.status, answer: JSON.parse(text || "null") as Answer & Problem };
  };
}

/** Whose browsers hear first of a list that something changes, and of which one. */
export async function findNews(fixture: RouteFixture, change: () => Promise<unknown>): Promise<string[]> {
  const hub = await openLiveHub(fixture.test.url);
  const news: string[] = [];
  const arrived = Promise.withResolvers<void>();
  for (const person of ["bob", "ada"] as const) {
    hub.subscribe(fixture[person].userId, {
      onChange: () => {},
      onListChange(list) {
        news.push(`${person} ${list}`);
        arrived.resolve();
      },
      onLineChange: () => {},
      onGap: () => {},
    });
  }
  await change();
  await arrived.promise;
  await hub.close();
  return news;
}
