import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { readSession, startSession } from "../../app/session/session.server";

const OLD = "old-secret-old-secret-old-secret-old";
const NEW = "new-secret-new-secret-new-secret-new";
const session = { token: "token-that-stays-inside", userId: "3", role: "member" as const };

const given = process.env.SESSION_SECRETS;
beforeAll(() => use(OLD));
afterAll(() => {
  if (given === undefined) delete process.env.SESSION_SECRETS;
  else process.env.SESSION_SECRETS = given;
});

/** Turns this process into a node with these secrets. */
function use(secrets: string) {
  process.env.SESSION_SECRETS = secrets;
  setUpstreamUrl("http://127.0.0.1:1");
}

function read(cookie: string) {
  return readSession(new Request("http://127.0.0.1/", { headers: { Cookie: cookie.split(";", 1)[0] ?? "" } }));
}

test("§4.1 §4.19 a session lives on while its secret is in the list, on every node, and ends with it; the token can't be read", async () => {
  const before = (await startSession(session))?.[0] ?? "";
  expect(before).not.toContain(session.token);
  expect(Buffer.from(before, "base64url").toString("latin1")).not.toContain(session.token);
  use(`${NEW},${OLD}`);
  expect(await read(before)).toEqual(session);
  const after = (await startSession(session))?.[0] ?? "";
  // A node that doesn't have the new secret yet.
  use(OLD);
  expect(await read(after)).toBeNull();
  use(`${OLD},${NEW}`);
  expect(await read(after)).toEqual(session);
  use(NEW);
  expect(await read(after)).toEqual(session);
  expect(await read(before)).toBeNull();
});
