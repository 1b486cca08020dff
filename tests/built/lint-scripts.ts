import { ESLint, type Linter } from "eslint";
import compat from "eslint-plugin-compat";
import esx from "eslint-plugin-es-x";
import { listMissingSyntax } from "./es-x-rules";

/** Missing from some target, tested for where it is used, with what happens there. Each name is that of a message. */
const TESTED_FOR: readonly (readonly [message: RegExp, reason: string])[] = [
  [/^navigator\.userActivation\(\)/, "without it the visitor presses the one button of the page"],
  [
    /^ES2022 instance field '(promise|resolve|reject)'/,
    "turbo-stream's: Chrome has such public fields since 72, Firefox since 69, Safari since 14",
  ],
  [/^ES2025 'Iterator\.prototype\.drop'/, "imask's handler of the event `drop`; no iterator has it there"],
];

const COMMON: Linter.Config = { linterOptions: { noInlineConfig: true }, files: ["**/*.js"] };

const FOR_TARGETS: Linter.Config = {
  ...COMMON,
  languageOptions: { ecmaVersion: "latest", sourceType: "module" },
  plugins: { compat, "es-x": esx },
  // The plugin reads the browsers from .browserslistrc.
  settings: { browserslistOpts: { env: "script" }, lintAllEsApis: true, "es-x": { aggressive: true } },
  rules: {
    "compat/compat": "error",
    ...Object.fromEntries(listMissingSyntax().map((rule) => [rule, "error" as const])),
  },
};

const FOR_ALL_BROWSERS: Linter.Config = { ...COMMON, languageOptions: { ecmaVersion: 5, sourceType: "script" } };

/** What the built scripts use and the browsers of [script] lack, one line each. */
export async function lintFiles(pattern: string): Promise<string[]> {
  return describe(await createLint(FOR_TARGETS).lintFiles([pattern]));
}

/** The same of one text. */
export async function lintText(text: string): Promise<string[]> {
  return describe(await createLint(FOR_TARGETS).lintText(text, { filePath: "text.js" }));
}

/** Whether browsers of 2015 can read a script. */
export async function lintAsES5(text: string): Promise<string[]> {
  return describe(await createLint(FOR_ALL_BROWSERS).lintText(text, { filePath: "text.js" }));
}

function createLint(config: Linter.Config): ESLint {
  return new ESLint({ overrideConfigFile: true, overrideConfig: [config], ignore: false });
}

function describe(results: readonly ESLint.LintResult[]): string[] {
  if (results.length === 0) throw new Error("no scripts: run `npm run build` first");
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ message }) => !TESTED_FOR.some(([pattern]) => pattern.test(message)))
      .map(
        ({ ruleId, message, column }) => `${filePath.split(/[\\/]/).pop()}:${column} ${ruleId ?? "syntax"}: ${message}`,
      ),
  );
}
