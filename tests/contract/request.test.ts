import { expect, test } from "vitest";
import { addDocuments, login, logout, profile } from "../../contract/accounts";
import { defineCall } from "../../contract/call";
import { companyExists, findDistributors, listCompanies } from "../../contract/companies";
import { exchangePrize, resetUnseenPrizes } from "../../contract/prizes";
import { createHeaders, createRequest } from "../../contract/request";
import { suggestAddresses } from "../../contract/suggestions";

const upstream = { origin: "https://club.example:8443", clientId: "brand", clientSecret: "s:ё" };

const query = (request: Request) => [...new URL(request.url).searchParams];

test("§7.2 the address is the origin, /api/ and the path, whose parameters are encoded", () => {
  const exists = createRequest(upstream, companyExists, { inn: "5000200016" });
  expect([exists.method, exists.url]).toEqual([
    "GET",
    "https://club.example:8443/api/companies/check/exists/inn/5000200016",
  ]);
  const found = createRequest(upstream, findDistributors, { name: "Ось/ООО ?a=$&#" });
  expect(new URL(found.url).pathname).toBe(`/api/user/curator/companies/find/${encodeURIComponent("Ось/ООО ?a=$&#")}`);
  expect([query(found), query(exists)]).toEqual([[], []]);
  expect(createRequest(upstream, listCompanies, {}).url).toBe("https://club.example:8443/api/user/company/");
});

test("§7.2 the fields of a GET or DELETE that aren't in the path are the query; those without a value are left out", () => {
  const call = defineCall({ ...suggestAddresses, path: "streets/{query}" });
  const input = { query: "Мира", city: "Омск & Тара", house: 0, flat: undefined, block: null };
  const request = createRequest(upstream, call, input);
  expect(query(request)).toEqual([
    ["city", "Омск & Тара"],
    ["house", "0"],
  ]);
  expect(request.body).toBeNull();
  const reset = createRequest(upstream, resetUnseenPrizes, {});
  expect([reset.method, reset.body, query(reset)]).toEqual(["DELETE", null, []]);
});

test("§7.2 the fields of a POST are a JSON object, and the path parameter isn't repeated there", async () => {
  const request = createRequest(upstream, login, { login: "79000000003", password: "секрет" });
  expect([request.method, request.url]).toEqual(["POST", "https://club.example:8443/api/login"]);
  expect(request.headers.get("Content-Type")).toBe("application/json");
  expect(await request.json()).toEqual({ login: "79000000003", password: "секрет" });
  const renamed = defineCall({ ...login, path: "login/{login}" });
  const inPath = createRequest(upstream, renamed, { login: "a@example.ru", password: "секрет" });
  expect(new URL(inPath.url).pathname).toBe("/api/login/a%40example.ru");
  expect(await inPath.json()).toEqual({ password: "секрет" });
  expect(await createRequest(upstream, logout, {}).text()).toBe("{}");
});

test("§7.1 a call with files is sent as multipart, each file under the name of its part", async () => {
  const passport = new File(["jpeg"], "паспорт.jpg", { type: "image/jpeg" });
  const input = { last_name: "Ёлкин", inn: "500100732259" } as never;
  const request = createRequest(upstream, addDocuments, input, {}, { files: { passport_main: passport } });
  expect(request.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
  const form = await request.formData();
  expect([form.get("last_name"), form.get("inn")]).toEqual(["Ёлкин", "500100732259"]);
  const sent = form.get("passport_main") as File;
  expect([sent.name, sent.type, await sent.text()]).toEqual(["паспорт.jpg", "image/jpeg", "jpeg"]);
});

test("§7.2 every request carries the client credential; token, request id, address and key are sent when given", () => {
  const bare = createRequest(upstream, profile, {});
  expect(Buffer.from(bare.headers.get("Authorization")?.slice("Basic ".length) ?? "", "base64").toString()).toBe(
    "brand:s:ё",
  );
  expect(bare.headers.get("Accept")).toMatch(/^application\/json, text\/csv/);
  const optional = ["Access-Token", "X-Request-Id", "X-Forwarded-For", "Idempotency-Key"];
  expect(optional.map((name) => bare.headers.get(name))).toEqual([null, null, null, null]);
  const caller = { token: "t-1", requestId: "r-1", address: "203.0.113.7" };
  const unit = { prize_id: "1", basket_uuid: "b" };
  const full = createRequest(upstream, exchangePrize, unit, caller, { idempotencyKey: "b-1-1" });
  expect(optional.map((name) => full.headers.get(name))).toEqual(["t-1", "r-1", "203.0.113.7", "b-1-1"]);
  expect(createHeaders(upstream, caller).get("Access-Token")).toBe("t-1");
});
