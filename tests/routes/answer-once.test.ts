import { beforeAll, expect, test } from "vitest";
import { setUpstreamUrl } from "../../app/lib/configuration.server";
import { answerOnce } from "../../app/session/answer-once.server";
import type { Visit } from "../../app/session/visit.server";
import { unsubscribe } from "../../contract/accounts";

beforeAll(() => setUpstreamUrl("http://127.0.0.1:9"));

test("§2.4.4 a link that was used up answers a second press of the same browser, and a refusal is asked for anew", async () => {
  let asked = 0;
  let status = 422;
  const fetchUpstream = async () => {
    asked += 1;
    return Response.json({ success: status === 200, result: {}, errors: [] }, { status });
  };
  const visit = {
    caller: { requestId: "r", fetchUpstream },
    handleErrors: (work: unknown) => work,
  } as unknown as Visit;
  const press = async (cookie: string, id = "1") => {
    const request = new Request("http://portal/", { headers: { Cookie: `unsubscribe=${cookie}` } });
    return (await answerOnce(request, visit, "unsubscribe", unsubscribe, { id, hash: "h" })).ok;
  };
  expect([await press("mine"), asked]).toEqual([false, 1]);
  status = 200;
  expect([await press("mine"), asked]).toEqual([true, 2]);
  status = 422;
  expect([await press("mine"), asked]).toEqual([true, 2]);
  expect([await press("another's"), asked]).toEqual([false, 3]);
  expect([await press("mine", "2"), asked]).toEqual([false, 4]);
});
