import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { ask } from "../../app/upstream/ask.server";
import type { UpstreamCaller } from "../../app/upstream/caller.server";
import { call, readUpstream, SessionGone } from "../../app/upstream/client.server";
import { readQuestions } from "../../app/upstream/content.server";
import { withDefaultMessage } from "../../app/upstream/default-message.server";
import { download } from "../../app/upstream/download.server";
import { findFileAddress, readFileAddress } from "../../app/upstream/file-address.server";
import { fetchMedia } from "../../app/upstream/media.server";
import { passThrough } from "../../app/upstream/pass-through.server";
import { logout, profile } from "../../contract/accounts";
import { faq, menu } from "../../contract/content";
import { exportDeals } from "../../contract/deals";
import { isRefusal, RETRY_LATER_STATUSES } from "../../contract/reply";
import { DEFAULT_ERROR_MESSAGE, IMAGES_TOO_LARGE_MESSAGE } from "../../contract/values";

// What becomes of single replies of an upstream, without one.

const SECRETS = ["first-first-first-first-first-first", "second-second-second-second-second"];

/** The portal starts anew with these secrets. */
function useSecrets(...secrets: string[]) {
  vi.stubEnv("SESSION_SECRETS", secrets.join(","));
  setUpstreamUrl("http://127.0.0.1:9");
}

beforeAll(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  useSecrets(...SECRETS);
});
afterAll(() => vi.unstubAllEnvs());

/** Answers each call by its path below `/api/`, and notes it. */
function answerBy(replies: Readonly<Record<string, () => Response>>) {
  const asked: string[] = [];
  const fetchUpstream: UpstreamCaller["fetchUpstream"] = async ({ url }) => {
    const path = new URL(url).pathname.replace("/api/", "");
    asked.push(path);
    return replies[path]?.() ?? new Response(null, { status: 500 });
  };
  return { asked, fetchUpstream };
}

const spaced = (text: string) => text.replaceAll("\u00a0", " ");

test("§8.8 the wait that a proxy names is told in seconds, from two minutes on in whole minutes that aren't too few", () => {
  const refusal = { status: 429, aliases: [], message: DEFAULT_ERROR_MESSAGE, fields: {} };
  const wait = (seconds: string) => /Подождите (.+) и/.exec(spaced(withDefaultMessage(refusal, seconds).message))?.[1];
  expect(["119", "120", "121", "3600"].map(wait)).toEqual(["119 с", "2 мин", "3 мин", "60 мин"]);
});

test("§8.8 the wait is told of a file that is refused and of a read within the process, too", async () => {
  const headers = { "Retry-After": "30" };
  const { fetchUpstream } = answerBy({ [exportDeals.path]: () => new Response("{}", { status: 429, headers }) });
  const file = await download(exportDeals, {}, { fetchUpstream });
  expect(file.ok || spaced(file.refusal.message)).toContain("Подождите 30 с");
  const answerRead: UpstreamCaller["answerRead"] = async () => ({ status: 429, body: "{}", retryAfter: "30" });
  expect(await ask(readUpstream(), menu, {}, { answerRead }, {})).toMatchObject({ status: 429, retryAfter: "30" });
});

test("§4.1 nobody is logged out while it isn't known whether the token or the portal is refused", async () => {
  const refused = () => new Response("{}", { status: 401 });
  const look = (status: number) => {
    const { fetchUpstream } = answerBy({
      [profile.path]: refused,
      [menu.path]: () => Response.json({ result: {} }, { status }),
    });
    return call(profile, {}, { token: "t", fetchUpstream }).catch((error: Error) => error.name);
  };
  expect(await look(200)).toBe(SessionGone.name);
  for (const status of [408, 425, 429, 503]) expect([status, await look(status)]).toEqual([status, "UpstreamOutage"]);
});

test("§4.1 an alias that names both the token and the portal's credential logs nobody out by itself", async () => {
  const look = (aliasName: string, status: number) => {
    const refusal = { success: false, errors: [{ error_lang_alias: [aliasName] }] };
    const { fetchUpstream } = answerBy({
      [profile.path]: () => Response.json(refusal, { status: 401 }),
      [menu.path]: () => Response.json({ result: {} }, { status }),
    });
    return call(profile, {}, { token: "t", fetchUpstream }).catch((error: Error) => error.name);
  };
  expect(await look("auth.client_token_invalid", 503)).toBe("UpstreamOutage");
  expect(await look("auth.client_token_invalid", 200)).toBe(SessionGone.name);
  // What names the token alone needs no second call.
  expect(await look("auth.token_expired", 503)).toBe(SessionGone.name);
});

test("§1.7 questions that come without ids are told apart by their places", async () => {
  const entry = { question: "Как?", answer: "Так." };
  const { fetchUpstream } = answerBy({
    [faq.path]: () => Response.json({ success: true, result: { items: [entry, { ...entry, id: 9 }, entry] } }),
  });
  const questions = await readQuestions({ fetchUpstream, contentVersion: "without ids" });
  expect(questions.map(({ id }) => id)).toEqual(["1", "9", "3"]);
});

test("§3.1 a picture is kept as long as the upstream says, and an hour where it says nothing", async () => {
  const keptFor = async (headers: Record<string, string>) => {
    const fetchUpstream: UpstreamCaller["fetchUpstream"] = async () =>
      new Response("png", { headers: { "Content-Type": "image/png", ...headers } });
    const file = await fetchMedia("/img/oil.png", { fetchUpstream }, new Headers());
    return file?.headers.get("Cache-Control");
  };
  expect([await keptFor({}), await keptFor({ "Cache-Control": "private, no-store" })]).toEqual([
    "public, max-age=3600",
    "private, no-store",
  ]);
});

test("§3.1 a picture that isn't there is told apart from an upstream that can't answer, and a page is no picture", async () => {
  const ask = async (status: number, headers: Record<string, string> = {}) => {
    const fetchUpstream: UpstreamCaller["fetchUpstream"] = async () => new Response("…", { status, headers });
    const file = await fetchMedia("/img/oil.png", { fetchUpstream }, new Headers({ Range: "bytes=9-" }));
    return file && [file.status, file.headers.get("Content-Range")];
  };
  for (const status of [403, 404, 410]) expect(await ask(status)).toBeNull();
  expect(await ask(200, { "Content-Type": "text/html" })).toBeNull();
  await expect(ask(500)).rejects.toThrow("media");
  await expect(ask(401)).rejects.toThrow("media");
  expect(await ask(416, { "Content-Range": "bytes */5" })).toEqual([416, "bytes */5"]);
  expect(await ask(416)).toEqual([416, null]);
});

test("§3.1 what a reply names is served from the upstream's own files only, and never from its API", () => {
  useSecrets(...SECRETS);
  const isServed = (named: string) => findFileAddress(named).startsWith("/files/");
  expect(["/img/a.png", "img/a.png", " http://127.0.0.1:9/img/a.png "].map(isServed)).toEqual([true, true, true]);
  expect(["/api/user/profile", "/%61pi?x", "//127.0.0.1:9/api", "/api"].map(isServed)).toEqual(Array(4).fill(false));
  expect(findFileAddress("/media/7.png")).toBe("/media/7.png");
  expect(findFileAddress("//cdn.example/a.png")).toBe("https://cdn.example/a.png");
  expect(findFileAddress("https://cdn.example/a.png")).toBe("https://cdn.example/a.png");
  for (const named of ["javascript:alert(1)", "http://", "file:///etc/passwd", ""]) {
    expect(findFileAddress(named)).toBe("");
  }
  // A sign of per cent that encodes nothing is a part of the name.
  expect(isServed("/img/100%.png")).toBe(true);
});

test("§4.3 contents that can't be renewed are asked for once after a change, and not by every reader", async () => {
  const questions = { items: [{ id: "1", question: "Как?", answer: "Так." }] };
  let isDown = false;
  const { asked, fetchUpstream } = answerBy({
    [faq.path]: () =>
      isDown ? new Response(null, { status: 503 }) : Response.json({ success: true, result: questions }),
  });
  const read = (contentVersion: string) => readQuestions({ fetchUpstream, contentVersion });
  await read("1");
  isDown = true;
  for (let reader = 0; reader < 3; reader += 1) expect((await read("2"))[0]?.question).toBe("Как?");
  expect(asked).toHaveLength(2);
});

test("§3.1 an address that was signed with an earlier secret serves its file until that secret is taken away", () => {
  const read = (address: string) => readFileAddress(new URL(address, "http://portal.example"));
  const [first = "", second = ""] = SECRETS;
  useSecrets(first);
  const address = findFileAddress("/img/oil.png");
  useSecrets(second, first);
  expect(read(address)).toBe("/img/oil.png");
  expect(read(address.replace("oil", "gas"))).toBeNull();
  useSecrets(second);
  expect(read(address)).toBeNull();
});

test("§7.2 a reading is given up when the visitor leaves; what may change something goes on to its end", async () => {
  const leaving = new AbortController();
  leaving.abort();
  const isGivenUp = async (descriptor: typeof menu | typeof logout) => {
    let given: AbortSignal | undefined;
    const fetchUpstream: UpstreamCaller["fetchUpstream"] = async (_, { signal }) => {
      given = signal;
      return Response.json({ success: true, result: {} });
    };
    await call(descriptor, {}, { fetchUpstream, signal: leaving.signal });
    return given?.aborted;
  };
  expect([await isGivenUp(menu), await isGivenUp(logout)]).toEqual([true, false]);
});

test("§7.2 an empty reply, or one of blanks alone, is a success without content", async () => {
  for (const body of ["", " \n"]) {
    const { fetchUpstream } = answerBy({ [logout.path]: () => new Response(body) });
    expect([body, (await call(logout, {}, { fetchUpstream })).ok]).toEqual([body, true]);
  }
});

test("§8.8 what is said at fields isn't followed by the words of a status, and without fields they are said", () => {
  const refusal = { status: 413, aliases: [], message: DEFAULT_ERROR_MESSAGE, fields: {} };
  expect(withDefaultMessage({ ...refusal, fields: { photo: "Не читается." } }, null).message).toBe(
    DEFAULT_ERROR_MESSAGE,
  );
  expect(withDefaultMessage(refusal, null).message).toBe(IMAGES_TOO_LARGE_MESSAGE);
  expect(withDefaultMessage({ ...refusal, message: "Тяжёлый файл." }, null).message).toBe("Тяжёлый файл.");
});

test("§7.2 of the headers of a file those are passed on that describe it, and none that belong to the upstream", () => {
  const described = { ETag: '"a"', "Last-Modified": "Wed, 25 Nov 2026 09:00:00 GMT", "Content-Range": "bytes 0-3/9" };
  const response = new Response("1234", { headers: { ...described, "Set-Cookie": "a=1", Server: "club" } });
  const { headers } = passThrough(response, null, 206);
  expect(Object.keys(described).map((name) => headers.get(name))).toEqual(Object.values(described));
  expect([headers.get("Set-Cookie"), headers.get("Server")]).toEqual([null, null]);
});

test("§7.2 a file that came compressed is passed on without the length that it had then", () => {
  const length = (headers: Record<string, string>) =>
    passThrough(new Response("1234", { headers: { "Content-Length": "4", ...headers } }), null).headers.get(
      "Content-Length",
    );
  expect([length({}), length({ "Content-Encoding": "gzip" })]).toEqual(["4", null]);
});

test("§7.2 a call is made again later after three statuses only, and what was accepted or done isn't refused", () => {
  expect(RETRY_LATER_STATUSES).toEqual([408, 425, 429]);
  const isRefused = (status: number, json: object) => isRefusal(status, json, profile);
  for (const status of [201, 202, 204])
    expect([status, isRefused(status, { message: "Принято" })]).toEqual([status, false]);
  expect(isRefused(200, { message: "Неверный пароль" })).toBe(true);
  for (const [code, refused] of [
    [0, false],
    [200, false],
    [1, true],
    [17, true],
  ] as const) {
    expect([code, isRefused(200, { code, message: "Готово" })]).toEqual([code, refused]);
  }
  // Of a code 1 the status tells more.
  expect(isRefused(200, { code: 1, status: 200, message: "Готово" })).toBe(false);
});
