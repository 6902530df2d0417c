import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuthOptions } from "next-auth";
import { NextRequest } from "next/server";
import { POST as postNextAuth } from "@/app/api/auth/[...nextauth]/route";
import { getAuthOptions } from "./auth-options.server";
import { findActorBySession } from "./sessions.server";
import { createTestStudio, testPassword, type TestPerson, type TestStudio } from "./testing/test-studio";

let studio: TestStudio;
let person: TestPerson;
let options: AuthOptions;
beforeAll(async () => {
  studio = await createTestStudio();
  person = await studio.addPerson({ name: "Ann" });
  options = getAuthOptions(false, new Headers());
});
afterAll(() => studio.drop());

function authorize(credentials: Record<string, string>) {
  const [provider] = options.providers;
  if (provider?.type !== "credentials") throw new Error("The credentials provider was expected.");
  const { authorize: authorizeWith } = provider.options as typeof provider;
  return authorizeWith(credentials, { headers: { "user-agent": "Test", "x-forwarded-for": "192.0.2.9" } });
}

const { jwt, session, redirect } = {
  jwt: (argument: object) => options.callbacks?.jwt?.(argument as never),
  session: (argument: object) => options.callbacks?.session?.(argument as never),
  redirect: (url: string) => options.callbacks?.redirect?.({ url, baseUrl: "http://127.0.0.1:3000" }),
};

describe("the settings of next-auth", () => {
  it("sign in, carry the session in the cookie and end it when its person signs out", async () => {
    const user = await authorize({ email: person.email, password: testPassword });
    const token = await jwt({ user, token: {} });
    expect(token).toEqual({ sub: person.userId, sessionId: expect.any(String) as string });
    expect(await session({ session: { expires: "later" }, token })).toEqual({
      expires: "later",
      user: { id: person.userId, name: "Ann", email: person.email, role: "member" },
    });
    await options.events?.signOut?.({ token } as never);
    expect(await findActorBySession((token as { sessionId: string }).sessionId)).toBeNull();
    await expect(jwt({ token })).rejects.toThrow("ended");
    await expect(session({ session: {}, token })).rejects.toThrow("ended");
  });

  it("return only error codes to a browser", async () => {
    await expect(authorize({ email: person.email, password: "wrong" })).rejects.toThrow(
      /^auth\.wrong-credentials$/,
    );
    await expect(authorize({ email: "", password: "" })).rejects.toThrow(/^input\.invalid$/);
    for (let guess = 0; guess < 7; guess += 1)
      await expect(authorize({ email: person.email, password: "wrong" })).rejects.toThrow();
    await expect(authorize({ email: person.email, password: "wrong" })).rejects.toThrow(
      /^auth\.throttled \d+$/,
    );
  });

  it("answer JSON that can't be parsed with a problem", async () => {
    const url = "http://127.0.0.1:3000/api/auth/callback/credentials";
    const headers = { "content-type": "application/json" };
    const request = new NextRequest(url, { method: "POST", headers, body: '{"email":' });
    const params = Promise.resolve({ nextauth: ["callback", "credentials"] });
    const response = await postNextAuth(request, { params });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "input.malformed" });
  });

  it("never redirect to another site", () => {
    expect(redirect("/library")).toBe("http://127.0.0.1:3000/library");
    expect(redirect("http://127.0.0.1:3000/a")).toBe("http://127.0.0.1:3000/a");
    for (const url of ["https://evil.example", "//evil.example", "http://127.0.0.1:4000", "http://["])
      expect(redirect(url)).toBe("http://127.0.0.1:3000");
  });

  it("bind cookies to this host, and to https if it is used", () => {
    expect(options.cookies?.sessionToken).toMatchObject({
      name: "reverie.session",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: false },
    });
    const secure = getAuthOptions(true, new Headers()).cookies ?? {};
    for (const cookie of Object.values(secure))
      expect(cookie).toMatchObject({
        name: expect.stringMatching(/^__Host-/) as string,
        options: { httpOnly: true, path: "/", secure: true },
      });
    expect(Object.keys(secure)).toHaveLength(6);
  });
});
