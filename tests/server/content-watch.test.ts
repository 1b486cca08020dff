import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { readLinks, readQuestions } from "../../app/upstream/content.server";
import { type ContentWatch, watchContents } from "../../server/content-watch";
import { openTestClub, type TestClub } from "../setup/club";

let club: TestClub;
let watch: ContentWatch;
let changes = 0;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  setUpstreamUrl(club.origin);
  watch = watchContents({
    origin: club.origin,
    fetchUpstream: (request) => club.club.fetch(request),
    onChange: () => {
      changes += 1;
    },
    log: pino({ level: "silent" }),
    pauseMs: 20,
  });
});
afterAll(async () => {
  await watch.close();
  await club.close();
});

const caller = () => ({
  requestId: "test",
  fetchUpstream: (request: Request) => club.club.fetch(request),
  contentVersion: watch.version(),
});

test("architecture: a portal hears of a changed question, and asks for the questions before their minute is over", async () => {
  await expect.poll(() => watch.version()).toBeDefined();
  const [first] = await readQuestions(caller());
  await readLinks(caller());
  const before = watch.version();
  await club.db
    .updateTable("questions")
    .set({ question: "Как потратить баллы?" })
    .where("id", "=", Number(first?.id))
    .execute();
  // Without word of the change, what is kept is still shown.
  expect((await readQuestions({ ...caller(), contentVersion: before }))[0]?.question).toBe(first?.question);
  await expect.poll(() => watch.version()).not.toBe(before);
  expect(changes).toBe(1);
  expect((await readQuestions(caller()))[0]?.question).toBe("Как потратить баллы?");
});

test("architecture: what people do changes no contents", async () => {
  const before = watch.version();
  await club.logIn("79000000003");
  await club.db
    .insertInto("feedback")
    .values({ name: "Анна", email: "anna@example.com", message: "Спасибо" })
    .execute();
  await watch.close();
  const reply = await club.club.fetch(new Request(`${club.origin}/api/health`));
  expect(await reply.json()).toEqual({ success: true, result: { contents: before } });
});
