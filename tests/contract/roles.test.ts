import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionCalls, overviewCalls, calls as specified } from "../../contract";
import { type CallDescriptor, pathParameters } from "../../contract/call";
import { downloadReport, listReports, reportDetails } from "../../contract/deals";
import * as invites from "../../contract/invites";
import { exportReportRows, findUsersByInn, listReportMonths } from "../../contract/regional";
import { createRequest } from "../../contract/request";
import { type Participant, participants, participantsOf } from "../../contract/values";
import { addCompany, addPerson } from "../club/club-people";
import { openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";

let club: TestClub;
const tokens = {} as Record<Participant, string>;

beforeAll(async () => {
  club = await openTestClub({ work: false });
  for (const participant of participants) {
    const [role, isSystem] = participant.startsWith("system-") ? [participant.slice(7), true] : [participant, false];
    tokens[participant] = await (await addPerson(club, { role: role as "manager", is_system: isSystem })).logIn();
  }
});
afterAll(() => club?.close());

const calls = [...specified, ...extensionCalls, ...overviewCalls];

const nameOf = ({ method, path }: CallDescriptor) => `${method} ${path}`;

/** The status of a call without its input: the club checks who may make a call before it reads the input. */
async function requestStatus(
  call: CallDescriptor,
  token?: string,
  clientSecret: string | null = CLIENT_SECRET,
): Promise<number> {
  const parameters = Object.fromEntries(pathParameters(call.path).map((name) => [name, "1"]));
  const upstream = { origin: club.origin, clientId: CLIENT_ID, clientSecret: clientSecret ?? "" };
  const request = createRequest(upstream, call, parameters, { token });
  if (clientSecret === null) request.headers.delete("Authorization");
  const response = await club.club.fetch(request);
  await response.body?.cancel();
  return response.status;
}

const participantCalls = calls.filter(({ audience }) => audience !== "client");
const mayCall = ({ audience }: CallDescriptor, participant: Participant) =>
  audience === "client" || audience.includes(participant);

/** The audiences of §6.4, copied here on purpose. Other calls are for everybody who has the page. */
const expectedAudiences: Record<string, readonly Participant[]> = {
  "POST deals/report/import": ["curator", "system-curator"],
  "GET deals/report/titles": ["curator", "system-curator"],
  "GET deals/report/details": ["curator", "system-curator"],
  "GET deals/report/download/file/{id}": ["curator", "system-curator"],
  "GET user/profile/curator/export/inn/members": ["curator", "system-curator"],
  "GET user/profile/export/managers": ["curator", "system-curator"],
  "GET user/profile/export/members": ["manager", "system-manager"],
  "GET deals/current/user": ["manager", "member", "system-manager"],
  "GET deals/current/user/export": ["manager", "member", "system-manager"],
  "GET regional/search/users/inn/{inn}": ["manager", "system-manager"],
  "GET regional/search/users/{id}/list/reports/months": ["manager", "system-manager"],
  "GET regional/search/users/export/reports/rows": ["manager", "system-manager"],
  "POST invites": ["curator", "manager", "system-curator", "system-manager"],
  "POST invites/import": ["curator", "manager", "system-curator", "system-manager"],
  "POST invites/list/user/current": ["curator", "manager", "system-curator", "system-manager"],
  "POST invites/user/current/resend": ["curator", "manager", "system-curator", "system-manager"],
  "POST user/profile/add/company": ["member"],
  "POST user/actions/promo-codes": ["member"],
  "POST prize/exchange": ["curator", "manager", "member"],
  "GET user/profile": participants,
  "GET user/sessions": participants,
  "POST user/sessions/end": participants,
  "POST user/sessions/end/all": participants,
  "POST user/password": participants,
  "GET user/overview": participants,
  "GET deals/current/user/summary": participantsOf("manager", "member"),
  "GET user/points/summary": participantsOf("curator", "manager", "member"),
  "GET user/points/statement": participantsOf("curator", "manager", "member"),
  "GET invites/list/user/current/summary": ["curator", "manager", "system-curator", "system-manager"],
  "GET prize/orders/{id}": participantsOf("curator", "manager", "member"),
  "POST prize/orders/{id}/code": participantsOf("curator", "manager", "member"),
  "POST deals/report/previews": ["curator", "system-curator"],
  "GET deals/report/previews/{id}": ["curator", "system-curator"],
  "POST deals/report/previews/{id}/columns": ["curator", "system-curator"],
  "POST deals/report/previews/{id}/corrections": ["curator", "system-curator"],
  "POST deals/report/previews/{id}/period": ["curator", "system-curator"],
  "POST deals/report/previews/{id}/count": ["curator", "system-curator"],
  "POST deals/report/previews/{id}/discard": ["curator", "system-curator"],
  "GET deals/report/previews/{id}/errors/export": ["curator", "system-curator"],
};

describe("who may make a call", () => {
  test("§6.4 the contract has exactly the expected audiences", () => {
    const audiences = Object.fromEntries(calls.map((call) => [nameOf(call), call.audience]));
    for (const [call, allowed] of Object.entries(expectedAudiences)) {
      expect([call, [...(audiences[call] ?? [])].sort()]).toEqual([call, [...allowed].sort()]);
    }
  });

  test.each(participants)("§6.4 §6.1 the club itself refuses a %s every call of other roles", async (participant) => {
    const foreign = participantCalls.filter((call) => !mayCall(call, participant));
    const statuses = new Map<string, number>();
    for (const call of foreign) {
      statuses.set(nameOf(call), await requestStatus(call, tokens[participant]));
    }
    expect([...statuses].filter(([, status]) => status !== 403)).toEqual([]);
    expect(foreign.length).toBeGreaterThan(0);
  });

  test.each(participants)("§6.4 a %s may make every reading call of the own role", async (participant) => {
    for (const call of calls.filter((one) => one.method === "GET" && mayCall(one, participant))) {
      const status = await requestStatus(call, tokens[participant]);
      expect([nameOf(call), status === 401 || status === 403 || status >= 500]).toEqual([nameOf(call), false]);
    }
  });

  test("§6.4 §7.2 without a token, or with an unknown one, a participant's call is refused", async () => {
    for (const call of participantCalls) {
      expect([nameOf(call), await requestStatus(call)]).toEqual([nameOf(call), 401]);
      expect([nameOf(call), await requestStatus(call, "unknown-token")]).toEqual([nameOf(call), 401]);
    }
  });

  test("§6.4 §7.2 every call is refused without the portal's own credential, even with a valid token", async () => {
    for (const call of calls) {
      const participant = participants.find((one) => mayCall(call, one)) ?? "member";
      for (const secret of [null, "wrong"]) {
        expect([nameOf(call), await requestStatus(call, tokens[participant], secret)]).toEqual([nameOf(call), 401]);
      }
    }
  });
});

describe("data of other participants", () => {
  test("§6.4 a report and its file belong to the participant who uploaded it", async () => {
    const owner = await addPerson(club, { role: "curator" });
    const { id } = await club.db
      .insertInto("report_files")
      .values({ curator_id: owner.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.from("a;b") })
      .returning("id")
      .executeTakeFirstOrThrow();
    const file = String(id);
    expect((await club.call(downloadReport, { id: file }, { token: await owner.logIn() })).status).toBe(200);
    for (const token of [tokens.curator, tokens["system-curator"]]) {
      expect((await club.call(downloadReport, { id: file }, { token })).status).toBe(404);
      expect((await club.call(reportDetails, { file_id: file }, { token })).status).toBe(404);
      expect((await club.call(listReports, { file_id: file }, { token })).result?.items ?? []).toEqual([]);
    }
  });

  test("§6.4 an invitation and its tasks belong to the participant who created them", async () => {
    const owner = await (await addPerson(club, { role: "manager" })).logIn();
    const person = { email: "newcomer@example.org", first_name: "Олег", last_name: "Новиков" };
    const { id } = await club.ask(
      invites.createInvite,
      { ...person, target_promo_group_system_name: "member" },
      { token: owner },
    );
    const file = new File(
      ["E-mail;Фамилия;Имя;Отчество;Кого пригласить\r\na@example.org;Ёлкин;Пётр;;Ритейл"],
      "list.csv",
    );
    const imported = await club.ask(invites.importInvites, {}, { token: owner, files: { file } });
    const resent = await club.ask(invites.resendAllInvites, {}, { token: owner });
    expect((await club.call(invites.importStatus, { id: imported.task_id }, { token: owner })).status).toBe(200);
    expect((await club.call(invites.resendStatus, { id: resent.task_id }, { token: owner })).status).toBe(200);
    for (const token of [tokens.manager, tokens.curator, tokens["system-manager"]]) {
      const { call } = club;
      expect((await call(invites.resendInvite, { invite_id: id }, { token })).status).toBe(404);
      expect((await call(invites.importStatus, { id: imported.task_id }, { token })).status).toBe(404);
      expect((await call(invites.resendStatus, { id: resent.task_id }, { token })).status).toBe(404);
      expect((await call(invites.exportInviteErrors, { task_id: imported.task_id }, { token })).status).toBe(404);
      expect((await club.ask(invites.listInvites, {}, { token })).total).toBe(0);
    }
  });

  test("§6.4 a manager's regional search ends at the own distributor; a system manager's doesn't", async () => {
    const curator = await addPerson(club, { role: "curator" });
    const confirmed = { role: "manager", curator_id: curator.id, distributor_confirmed_at: new Date() } as const;
    const manager = await (await addPerson(club, confirmed)).logIn();
    const own = await addPerson(club, { curator_id: curator.id });
    const foreign = await addPerson(club, { curator_id: (await addPerson(club, { role: "curator" })).id });
    const ownShop = await addCompany(club, own.id, "retail");
    const foreignShop = await addCompany(club, foreign.id, "retail");
    const found = async (inn: string, token: string) =>
      (await club.ask(findUsersByInn, { inn }, { token })).map(({ id }) => Number(id));
    expect([await found(ownShop.inn, manager), await found(foreignShop.inn, manager)]).toEqual([[own.id], []]);
    expect(await found(foreignShop.inn, tokens["system-manager"])).toEqual([foreign.id]);

    const months = async (id: number, token: string) => (await club.call(listReportMonths, { id }, { token })).status;
    const rows = async (id: number, token: string) =>
      (await club.call(exportReportRows, { user_id: id, month: "2026-03" }, { token })).status;
    expect([await months(own.id, manager), await rows(own.id, manager)]).toEqual([200, 200]);
    expect([await months(foreign.id, manager), await rows(foreign.id, manager)]).toEqual([404, 404]);
    const system = tokens["system-manager"];
    expect([await months(foreign.id, system), await rows(foreign.id, system)]).toEqual([200, 200]);
    const unconfirmed = await addPerson(club, { curator_id: curator.id, phone_confirmed_at: null });
    expect(await months(unconfirmed.id, manager)).toBe(404);
  });
});
