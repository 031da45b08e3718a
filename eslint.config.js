import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/**", "**/assets/**", "**/node_modules/**", "models/train/**", "coverage/**"] },
  eslint.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
  {
    files: ["packages/core/src/**/*.ts", "packages/sample/src/generator/**/*.ts"],
    ignores: ["packages/core/src/adapters/**", "packages/core/src/node.ts", "packages/core/src/node/**"],
    rules: {
      "no-restricted-globals": ["error", "process", "console", "fetch"],
      "no-restricted-properties": ["error", { object: "Date", property: "now", message: "Time is passed in." }],
    },
  },
  {
    files: ["**/*.{mjs,js}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        setTimeout: "readonly",
        performance: "readonly",
        fetch: "readonly",
        Buffer: "readonly",
        AbortController: "readonly",
      },
    },
  },
);
