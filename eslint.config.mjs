import nextVitals from "eslint-config-next/core-web-vitals";
import nextTypescript from "eslint-config-next/typescript";

const config = [
  {
    ignores: [
      ".next/**",
      ".data/**",
      ".cache/**",
      "dist/**",
      "lib/db/generated/**",
      "next-env.d.ts",
      "coverage/**",
    ],
  },
  ...nextVitals,
  ...nextTypescript,
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: "Read settings through lib/env, the only reader of process.env.",
        },
      ],
    },
  },
  {
    files: [
      "lib/env/**",
      "scripts/**",
      "sandbox/**",
      "bench/**",
      "e2e/**",
      "*.config.ts",
      "**/*.test.ts",
      "**/*.test.tsx",
      "**/testing/**",
    ],
    rules: { "no-restricted-syntax": "off" },
  },
];

export default config;
