import { afterAll, beforeAll, expect, test } from "vitest";
import { faq, fileLinksByRole, menu, rules, sendFeedback } from "../../../contract/content";
import { openTestClub, type TestClub } from "../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub();
});
afterAll(() => club.close());

test("§1.11 the menu holds the links of header and footer", async () => {
  const { data } = await club.ask(menu, {});
  expect(data.support.email).toContain("@");
  expect(data.socials.length).toBeGreaterThan(0);
  for (const link of [data.where_to_buy, data.authenticity_bot]) {
    expect(link).toMatch(/^https:/);
    expect(link).not.toContain("example.com");
  }
  for (const link of [data.privacy_policy, data.personal_data_consent]) {
    const document = await fetch(club.origin + link);
    expect([document.status, document.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  }
});

test("§1.7 questions come with their answers in the operator's order", async () => {
  const { items } = await club.ask(faq, {});
  expect(items.length).toBeGreaterThan(3);
  await club.db.insertInto("questions").values({ question: "Самый первый?", answer: "Да.", position: -1 }).execute();
  expect((await club.ask(faq, {})).items[0]?.question).toBe("Самый первый?");
});

test("§2.1.7 every rules document has a code and a link that the club serves, grouped by who it is for", async () => {
  const { items } = await club.ask(rules, {});
  expect(items.map((one) => one.code).sort()).toEqual([
    "curator-rules",
    "head-of-ctr-rules",
    "manager-ctr-rules",
    "retail-rules",
    "sales-rules",
  ]);
  const groups = await club.ask(fileLinksByRole, {});
  const codes = Object.entries(groups).map(([group, links]) => [group, links.map((one) => one.code).sort()]);
  expect(Object.fromEntries(codes)).toEqual({
    curator: ["curator-rules", "head-of-ctr-rules"],
    sales: ["manager-ctr-rules", "sales-rules"],
    retail: ["retail-rules"],
  });
  for (const { link } of items) {
    expect(link).toMatch(/^\/media\/[^/]+$/);
    expect((await fetch(club.origin + link)).status).toBe(200);
  }
});

test("§2.1.7 a document without a file has an empty link and isn't among the file links", async () => {
  await club.db.updateTable("rules_documents").set({ file_name: null }).where("code", "=", "retail-rules").execute();
  const { items } = await club.ask(rules, {});
  expect(items.find((one) => one.code === "retail-rules")?.link).toBe("");
  expect((await club.ask(fileLinksByRole, {})).retail).toEqual([]);
});

test("§4.13 §5.11 feedback is kept and mailed to support with the sender's address", async () => {
  const { data } = await club.ask(menu, {});
  const input = { name: "Анна", email: "anna@example.com", message: "Где мой приз?\nЖду." };
  await club.ask(sendFeedback, input);
  const mail = await club.lastMessage(data.support.email, "Где мой приз?");
  expect(mail.text).toContain("anna@example.com");
  expect(mail.text).toContain("Где мой приз?\nЖду.");
  expect(await club.db.selectFrom("feedback").select(["name", "email", "message"]).execute()).toEqual([input]);
});

test("§4.13 one address sends at most twenty messages an hour", async () => {
  const input = { name: "Анна", email: "anna@example.com", message: "Ещё раз" };
  const send = () => club.call(sendFeedback, input, { address: "203.0.113.11" });
  const statuses = (await Promise.all(Array.from({ length: 21 }, send))).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("§4.13 without a support address feedback is kept and mailed to nobody", async () => {
  await club.db.deleteFrom("settings").where("name", "=", "links").execute();
  const input = { name: "Олег", email: "oleg@example.com", message: "Кто прочтёт?" };
  await club.ask(sendFeedback, input);
  const kept = club.db.selectFrom("feedback").select("message").where("email", "=", input.email);
  expect(await kept.execute()).toEqual([{ message: input.message }]);
  expect(await club.db.selectFrom("outbox").select("id").where("text", "like", "%Кто прочтёт%").execute()).toEqual([]);
});
