import { afterAll, beforeAll, expect, test } from "vitest";
import { login, profile } from "../../contract/accounts";
import { listReports } from "../../contract/deals";
import { alias } from "../../contract/values";
import { openTestClub, quiet, type TestClub } from "../setup/club";
import { addPerson } from "./club-people";

const lines: { fields: object; message: string }[] = [];
let club: TestClub;
beforeAll(async () => {
  const info = (fields: object, message: string) => void lines.push({ fields, message });
  club = await openTestClub({ work: false, log: { ...quiet, info } });
});
afterAll(() => club?.close());

const refused = () => lines.filter(({ message }) => message === "a call was refused").map(({ fields }) => fields);

test("§4.9 a log-in, a session and a right that were refused are lines of the log, which name nobody", async () => {
  const person = await addPerson(club);
  const token = await person.logIn();
  expect(refused()).toEqual([]);
  await club.call(login, { login: person.phone, password: "не тот пароль" });
  await club.call(profile, {}, { token: "unknown" });
  await club.call(listReports, {}, { token });
  expect(refused()).toMatchObject([
    { call: "/api/login", reason: alias.loginRefused },
    { call: "/api/user/profile", reason: alias.sessionGone },
    { call: "/api/deals/report/titles", reason: alias.forbidden },
  ]);
  expect(JSON.stringify(refused())).not.toMatch(new RegExp(`${person.phone}|пароль|unknown|${token}`));
});
