import { expect, test } from "vitest";
import { calls } from "../../contract";
import { addDocuments, login, logout, profile } from "../../contract/accounts";
import { defineCall } from "../../contract/call";
import { companyExists, findDistributors, listCompanies } from "../../contract/companies";
import { exchangePrize, resetUnseenPrizes } from "../../contract/prizes";
import { listPromotions } from "../../contract/promotions";
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
  const companies = new URL(createRequest(upstream, listCompanies, { page: 2 }).url);
  expect(companies.origin + companies.pathname).toBe("https://club.example:8443/api/user/company/");
});

test("§7.2 a parameter of dots, or of text that isn't Unicode, leads to no other call", () => {
  const address = (name: string) => new URL(createRequest(upstream, findDistributors, { name }).url).pathname;
  expect([".", "..", "...", "\ud800"].map(address)).toEqual(
    ["", "", "...", "%EF%BF%BD"].map((sent) => `/api/user/curator/companies/find/${sent}`),
  );
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

test("§7.1 §9.1 a field that the caller leaves out is sent with its default, and no call gets any other field", async () => {
  const paged = { page: "1", per_page: "20" };
  const promotions = { ...paged, is_enabled: "1", sort: "-id" };
  const registration = { related_to_user_id: [], is_allow_email_notify: 0 };
  const expected: Record<string, object> = {
    "GET user/company/": paged,
    "POST register manager": { user_role: "manager", ...registration },
    "POST register member": { user_role: "member", ...registration },
    "POST prize/exchange": {
      face: 0,
      selected_additional_fields: [],
      delivery_country: "Российская Федерация",
      delivery_city: "",
      delivery_street: "",
      delivery_house: "",
      delivery_flat: "",
      cdek_address_full: "",
      cdek_pvz_code: "",
    },
    "POST invites/list/user/current": { page: 1, per_page: 20 },
    "GET deals/report/titles": { page: "1", per_page: "10" },
    "GET deals/report/details": { page: "1", per_page: "999999" },
    "GET user/points": paged,
    "GET deals/current/user": paged,
    "GET actions/list/filter": promotions,
    "GET user/actions/list/filter": promotions,
  };
  const sent: Record<string, object> = {};
  for (const call of calls) {
    const inputs = call.path === "register" ? [{ user_role: "manager" }, { user_role: "member" }] : [{}];
    for (const input of inputs) {
      const request = createRequest(upstream, call, input as never);
      const fields = request.method === "POST" ? await readFields(request) : Object.fromEntries(query(request));
      const name = [call.method, call.path, ...Object.values(input)].join(" ");
      if (Object.keys(fields).length > 0) sent[name] = fields;
    }
  }
  expect(sent).toEqual(expected);
});

async function readFields(request: Request): Promise<object> {
  if (request.headers.get("Content-Type")?.includes("json")) return (await request.json()) as object;
  return Object.fromEntries(await request.formData());
}

test("§7.1 a given field replaces its default, and null counts as left out", () => {
  const given = createRequest(upstream, listPromotions, { per_page: 4, is_enabled: 0, id: undefined });
  expect(Object.fromEntries(query(given))).toEqual({ per_page: "4", is_enabled: "0", page: "1", sort: "-id" });
  const none = createRequest(upstream, listPromotions, { page: null, id: null } as never);
  expect(Object.fromEntries(query(none))).toEqual({ page: "1", per_page: "20", is_enabled: "1", sort: "-id" });
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
