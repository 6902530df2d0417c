import { expect, it } from "vitest";
import { readSignInError } from "./sign-in-error";

it("finds the words for an error of a sign-in elsewhere", () => {
  expect(readSignInError(undefined)).toBeNull();
  expect(readSignInError("OAuthSignin")).toBe("auth.oidc-unreachable");
  expect(readSignInError("OAuthCallback")).toBe("auth.oidc-failed");
  expect(readSignInError("auth.oidc-no-account")).toBe("auth.oidc-no-account");
  expect(readSignInError("anything a link may say")).toBe("auth.oidc-failed");
});
