import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extensionCalls, overviewCalls, calls as specified } from "../../contract";
import { openTestClub, type TestClub } from "../setup/club";

const calls = [...specified, ...extensionCalls, ...overviewCalls];

let club: TestClub;
// biome-ignore lint/suspicious/noExplicitAny: the document has many shapes, and the tests read single values
let document: any;

beforeAll(async () => {
  club = await openTestClub();
  const response = await fetch(`${club.origin}/api/openapi.json`);
  expect(response.headers.get("Content-Type")).toContain("application/json");
  document = await response.json();
});
afterAll(() => club?.close());

test("§7.1 the API describes itself as OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, "3.1"]);
});

test("§7.1 §6.4 every call is described, with its audience, its aliases and the credentials it takes", () => {
  const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.slice(1)}`),
  );
  expect(described.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { method, path, audience, aliases, files, reply, extension } of calls) {
    const operation = document.paths[`/${path}`][method.toLowerCase()];
    expect([path, operation["x-audience"], operation["x-error-aliases"]]).toEqual([path, audience, aliases ?? []]);
    expect(Object.keys(operation.security[0])).toEqual(audience === "client" ? ["client"] : ["client", "accessToken"]);
    expect([path, operation["x-extension"] ?? false]).toEqual([path, extension ?? false]);
    const body = operation.requestBody?.content["multipart/form-data"]?.schema.properties ?? {};
    expect(Object.keys(body)).toEqual(expect.arrayContaining([...(files ?? [])]));
    expect("text/csv" in operation.responses["200"].content).toBe(reply === "file");
    expect("403" in operation.responses).toBe(audience !== "client");
  }
});

test("§3.1 §3.9 inputs, replies and errors are described field by field", () => {
  const { paths, components } = document;
  const { get: profile } = paths["/user/profile"];
  const user = profile.responses["200"].content["application/json"].schema.properties.result;
  expect(Object.keys(user.properties)).toEqual(
    expect.arrayContaining(["promo_group", "is_system", "points", "is_agreement_accepted", "is_banner_shown"]),
  );
  const reports = paths["/deals/report/titles"].get.parameters;
  expect(reports.find(({ name }: { name: string }) => name === "per_page")).toMatchObject({
    in: "query",
    required: false,
    schema: { default: 10 },
  });
  expect(paths["/invites/{id}"].get.parameters[0]).toMatchObject({ name: "id", in: "path", required: true });
  const { anyOf } = paths["/register"].post.requestBody.content["application/json"].schema;
  expect(anyOf.map((one: { required: string[] }) => one.required.includes("company_inn"))).toEqual([false, true]);
  expect(components.schemas.ErrorEntry.required).toEqual([
    "error_lang_alias",
    "error_display_message",
    "error_system_message",
  ]);
  expect(paths["/register"].post.responses["409"].description).toContain("cts.company_service.collision_inn");
});
