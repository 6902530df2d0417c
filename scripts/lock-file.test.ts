import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});

const { packages } = lockSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const prefix = "node_modules/";

/** All packages but the studio itself, and those inside of another package, whose hash covers them. */
const fetched = Object.entries(packages).filter(([path, { inBundle }]) => path !== "" && !inBundle);

/**
 * Native builds that the registry of the machine that wrote the lock file does not have. None is for Linux on x64; on
 * their own machines npm installs the pinned version without comparing its hash.
 */
const withoutHash = [
  "@napi-rs/webcodecs-darwin-arm64",
  "@napi-rs/webcodecs-darwin-x64",
  "@napi-rs/webcodecs-linux-arm-gnueabihf",
  "@napi-rs/webcodecs-linux-arm64-gnu",
  "@napi-rs/webcodecs-linux-arm64-musl",
  "@napi-rs/webcodecs-win32-arm64-msvc",
  "@napi-rs/webcodecs-win32-x64-msvc",
  "@next/swc-darwin-arm64",
  "@next/swc-darwin-x64",
  "@next/swc-win32-arm64-msvc",
  "@next/swc-win32-x64-msvc",
  "@swc/core-darwin-arm64",
  "@swc/core-darwin-x64",
  "@swc/core-linux-arm-gnueabihf",
  "@swc/core-linux-ppc64-gnu",
  "@swc/core-linux-s390x-gnu",
  "@swc/core-win32-arm64-msvc",
  "@swc/core-win32-ia32-msvc",
  "@swc/core-win32-x64-msvc",
  "@tailwindcss/oxide-android-arm64",
  "@tailwindcss/oxide-darwin-arm64",
  "@tailwindcss/oxide-darwin-x64",
  "@tailwindcss/oxide-freebsd-x64",
  "@tailwindcss/oxide-linux-arm-gnueabihf",
  "@tailwindcss/oxide-wasm32-wasi",
  "@tailwindcss/oxide-win32-arm64-msvc",
  "@tailwindcss/oxide-win32-x64-msvc",
];

describe("package-lock.json", () => {
  it("has the SHA-512 of every package, except of the listed native builds", () => {
    expect(fetched.length).toBeGreaterThan(500);
    const without = fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
    expect(without.map(([path]) => path.slice(prefix.length))).toEqual(withoutHash);
  });

  it("lists no package as an exception that every machine installs, or Linux on x64", () => {
    for (const name of withoutHash) {
      const { optional, os, cpu } = packages[prefix + name]!;
      expect(optional, name).toBe(true);
      expect(os?.includes("linux") && cpu?.includes("x64"), name).not.toBe(true);
      expect(os ?? cpu, name).toBeDefined();
    }
  });
});
