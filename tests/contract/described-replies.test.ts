import { expect, test } from "vitest";
import { buildOpenApiDocument } from "../../club/platform/http/openapi";
import { extensionCalls, calls as specified } from "../../contract";
import { compileDescription } from "../setup/compile-description";
import { nameCall, recordedReplies } from "./recorded-replies";

interface Described {
  readonly paths: Readonly<
    Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>>
  >;
}

const calls = [...specified, ...extensionCalls].filter(({ reply }) => reply !== "file");
const { paths } = buildOpenApiDocument(calls) as unknown as Described;

test.each(calls.map((call) => [nameCall(call), call] as const))(
  "§7.1 what the club replies to %s fits its description",
  (name, { method, path }) => {
    const { responses } = paths[`/${path}`]?.[method.toLowerCase()] ?? { responses: {} };
    const schema = responses["200"]?.content?.["application/json"]?.schema;
    expect(schema).toBeDefined();
    const validate = compileDescription(schema ?? { not: {} });
    for (const reply of recordedReplies[name] ?? []) {
      validate(reply);
      const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => [
        instancePath,
        message,
        params,
      ]);
      expect(faults).toEqual([]);
    }
  },
);
