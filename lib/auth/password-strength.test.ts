import { describe, expect, it } from "vitest";
import { findPasswordWeakness } from "./password-strength.server";

const ann = { email: "ann.lee@example.test", name: "Ann Lee" };

describe("findPasswordWeakness", () => {
  it.each([
    "correct horse battery",
    "nine paper boats",
    "x7!kQ9zz2Lm#",
    "我喜欢在雨天散步和读书呀",
    "a".repeat(9) + "x7!kQ9zz2Lm#",
  ])("takes %s", async (password) => {
    expect(await findPasswordWeakness(password, ann)).toBeNull();
  });

  it.each(["ann.lee@example.test", "Ann.Lee@Example.Test", " ann.lee@example.test"])(
    "refuses %s, the person's email",
    async (password) => {
      expect(await findPasswordWeakness(password, ann)).toBe("account.password.is-email");
    },
  );

  it("refuses a part of the email that is long enough to be a password", async () => {
    const email = "annabelle.lee@example.test";
    expect(await findPasswordWeakness("annabelle.lee", { ...ann, email })).toBe("account.password.is-email");
  });

  it.each(["aaaaaaaaaaaa", "............", "🎵".repeat(12), "1".repeat(500)])(
    "refuses %s, one repeated character",
    async (password) => {
      expect(await findPasswordWeakness(password, ann)).toBe("account.password.repeated");
    },
  );

  it.each([
    "password1234",
    "P@ssw0rd1234",
    "qwertyuiop123",
    "123456789012",
    "iloveyou1234",
    "letmeinletmein",
    "abcabcabcabc",
    "qwertyqwerty",
    "Ann Lee 1990",
  ])("refuses %s, which is easy to guess", async (password) => {
    expect(await findPasswordWeakness(password, ann)).toBe("account.password.guessable");
  });
});
