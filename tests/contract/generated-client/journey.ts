import createClient from "openapi-fetch";
import type { paths } from "./paths";

/** What the journey is given: an upstream, its people and a report. */
export interface Journey {
  readonly origin: string;
  /** As the header Authorization has it. */
  readonly credential: string;
  readonly password: string;
  readonly phones: { readonly newMember: string; readonly member: string; readonly curator: string };
  readonly report: { readonly name: string; readonly content: Uint8Array<ArrayBuffer> };
  /** Returns when the club may be asked again. */
  wait(): Promise<void>;
}

type Client = ReturnType<typeof createClient<paths>>;

/** The main journey through the club, made by a client that knows it only by `openapi.json`. @returns what came of it */
export async function makeJourney(journey: Journey) {
  const { newMember, member, curator } = journey.phones;
  const newcomer = await logIn(journey, newMember);
  const buyer = await logIn(journey, member);
  const distributor = await logIn(journey, curator);
  return {
    agreement: await acceptAgreement(newcomer),
    order: await orderGift(buyer),
    deals: await listDeals(buyer),
    report: await uploadReport(journey, distributor),
    refusal: await beRefused(journey),
  };
}

function open({ origin, credential }: Journey, token?: string): Client {
  const headers = { Authorization: credential, ...(token && { "Access-Token": token }) };
  return createClient<paths>({ baseUrl: `${origin}/api`, headers });
}

async function logIn(journey: Journey, login: string): Promise<Client> {
  const { data } = await open(journey).POST("/login", { body: { login, password: journey.password } });
  if (!data) throw new Error(`${login} can't log in`);
  return open(journey, data.result.access_token);
}

/** The words of a refusal, which has a type of its own beside that of a success. */
async function beRefused(journey: Journey): Promise<string | undefined> {
  const { error } = await open(journey).POST("/login", { body: { login: "79000000009", password: "wrong" } });
  return error?.errors[0]?.error_display_message;
}

async function acceptAgreement(client: Client) {
  const before = await readProfile(client);
  await client.POST("/user/accept/agreement", { body: {} });
  const after = await readProfile(client);
  return { before: before.is_agreement_accepted, after: after.is_agreement_accepted };
}

async function readProfile(client: Client) {
  const { data } = await client.GET("/user/profile");
  if (!data) throw new Error("there is no profile");
  return data.result;
}

async function orderGift(client: Client) {
  const { data: shop } = await client.GET("/prize/list");
  const cheapest = shop?.result.certificates?.toSorted((one, other) => one.price - other.price)[0];
  if (!cheapest) throw new Error("there is no certificate");
  const before = await readProfile(client);
  const { data: order } = await client.POST("/prize/exchange", {
    body: { prize_id: cheapest.id, basket_uuid: crypto.randomUUID() },
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  });
  const after = await readProfile(client);
  const { data: points } = await client.GET("/user/points", { params: { query: { page: 1, per_page: 10 } } });
  return {
    paid: (before.points?.points ?? 0) - (after.points?.points ?? 0),
    price: cheapest.price,
    status: order?.result.status,
    spent: points?.result.spent?.items[0]?.sumSub,
  };
}

async function listDeals(client: Client) {
  const { data } = await client.GET("/deals/current/user", { params: { query: { page: 1, per_page: 5 } } });
  return { total: data?.result.total, distributor: data?.result.items[0]?.curator_company_actual_name };
}

async function uploadReport(journey: Journey, client: Client) {
  const { name, content } = journey.report;
  const { data: uploaded } = await client.POST("/deals/report/import", {
    body: { file: new File([content], name, { type: "text/csv" }) },
    bodySerializer({ file }) {
      const form = new FormData();
      form.set("file", file);
      return form;
    },
  });
  const file_id = String(uploaded?.result.id);
  for (;;) {
    const { data } = await client.GET("/deals/report/titles", { params: { query: { file_id } } });
    const title = data?.result.items[0];
    if (!title) throw new Error("the report isn't in the list");
    if (title.status === "done") break;
    await journey.wait();
  }
  const { data: details } = await client.GET("/deals/report/details", { params: { query: { file_id } } });
  return { counted: details?.result.total, article: details?.result.items[0]?.article_code };
}
