import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extensionCalls, overviewCalls, calls as specified } from "../../contract";
import { openTestClub, type TestClub } from "../setup/club";
import type { section7 } from "./section-7";
import { sentHeaders, sentNames } from "./sent-names";

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

test.each(specified.map((call) => [`${call.method} ${call.path}`, call] as const))(
  "§7.1 §7.2 %s has its parameters, headers and fields beyond the specification marked, and no others",
  (name, { method, path }) => {
    const { parameters, requestBody } = document.paths[`/${path}`][method.toLowerCase()];
    const { anyOf, properties } = (Object.values(requestBody?.content ?? {})[0] as Body | undefined)?.schema ?? {};
    const fields = (anyOf ?? [{ properties }]).flatMap((one) => Object.entries(one.properties ?? {}));
    const inQuery = (parameters as Parameter[]).filter((one) => one.in === "query").map((one) => [one.name, one]);
    const { always = [], sometimes = [] } = sentNames[name as (typeof section7)[number]];
    const described = new Map<string, Marked>([...fields, ...inQuery] as [string, Marked][]);
    const isMarked = (one: Marked) => one["x-extension"] === true;
    const plain = [...described].filter(([, one]) => !isMarked(one)).map(([field]) => field);
    expect(plain.sort()).toEqual([...always, ...sometimes].sort());
    const headers = (parameters as Parameter[]).map((one) => findComponent(one)).filter((one) => one.in === "header");
    expect(headers.filter((one) => !isMarked(one))).toEqual([]);
    const unknown = headers.filter((one) => !(one.name.toLowerCase() in sentHeaders)).map((one) => one.name);
    // Rows are asked for only before an upstream with extensions.
    expect(unknown).toEqual(path === "deals/report/details" ? ["Range"] : []);
  },
);

interface Marked {
  readonly "x-extension"?: true;
}
interface Parameter extends Marked {
  readonly name: string;
  readonly in: string;
  readonly $ref?: string;
}
interface Fields {
  readonly properties?: Readonly<Record<string, Marked>>;
}
interface Body {
  readonly schema: Fields & { readonly anyOf?: readonly Fields[] };
}

function findComponent(parameter: Parameter): Parameter {
  const name = parameter.$ref?.split("/").at(-1);
  return name ? document.components.parameters[name] : parameter;
}

test("§3.1 §7.2 fields of a reply beyond the specification are marked where they stand, and nowhere else", () => {
  const resultOf = (path: string) =>
    document.paths[path].get.responses["200"].content["application/json"].schema.properties.result.properties;
  const { members, banner, first_name } = resultOf("/user/profile");
  const { is_agreement_accepted, bought_within_month, companies } = members.items.properties;
  const marks = [banner, is_agreement_accepted, bought_within_month, first_name, companies].map(
    (field) => field["x-extension"],
  );
  expect(marks).toEqual([true, true, true, undefined, undefined]);
  expect(resultOf("/user/profile").is_agreement_accepted).toEqual({ type: "boolean" });
  const { debts, added } = resultOf("/user/points");
  const { sell_date, date } = added.properties.items.items.properties;
  expect([debts, sell_date, date].map((field) => field["x-extension"])).toEqual([true, true, undefined]);
  expect(resultOf("/deals/current/user").items.items.properties.sell_date["x-extension"]).toBeUndefined();
});

test("§7.1 a range of rows is described where it is honoured, as a part of the reply with its header", () => {
  const ranged = calls.filter(({ rowRange }) => rowRange).map(({ path }) => path);
  expect(ranged).toEqual(["deals/report/details"]);
  for (const { path, method } of calls) {
    const { responses } = document.paths[`/${path}`][method.toLowerCase()];
    expect([path, Object.keys(responses["206"]?.headers ?? {})]).toEqual([
      path,
      ranged.includes(path) ? ["Content-Range"] : [],
    ]);
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
