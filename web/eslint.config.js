import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
    { ignores: ["dist/", "node_modules/", "src/api/schema.d.ts"] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...ts.configs.stylistic,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: { parserOptions: { parser: ts.parser } },
        // The only markup set as text is what our own drawing procedures write; names in it are escaped by `tag`.
        rules: { "svelte/no-at-html-tags": "off" },
    },
    {
        rules: {
            eqeqeq: "error",
            "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
            "max-lines": ["error", { max: 600, skipBlankLines: true, skipComments: true }],
            "max-params": ["error", 6],
        },
    },
    { files: ["**/*.test.ts", "**/*.svelte"], rules: { "max-lines-per-function": "off" } },
);
