import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findLeaks, findTypedSecrets, keepTrace } from "../../e2e/setup/traces";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "traces-"));
});
afterEach(() => {
  delete process.env.E2E_TRACES;
  rmSync(folder, { recursive: true });
});

const message = (to: string, text: string) => JSON.stringify({ to, text, msg: "a message without a gateway" });
const write = (name: string, ...lines: string[]) => writeFileSync(path.join(folder, name), `${lines.join("\n")}\n`);

test("§4.19 what a clean run leaves behind passes", () => {
  write(
    "log-1.txt",
    message("a@example.com", "Пароль: Rx7-kept-inside"),
    '{"route":"/login","status":303,"requestId":"0f8fad5b-d9cb-469f-a165-70867728950e","ms":41.11}',
  );
  write(
    "address-1.txt",
    "http://127.0.0.1:1/?check_word=secret-word&email=a%40example.com",
    "http://127.0.0.1:1/login",
  );
  expect(findLeaks(folder)).toEqual([]);
});

test.each([
  ["a mailed password in a log", "log-1.txt", '{"err":"Rx7-kept-inside"}'],
  ["a mailed password in an address", "address-1.txt", "http://127.0.0.1:1/login?note=Rx7-kept-inside"],
  ["the secret of a link on another page", "address-1.txt", "http://127.0.0.1:1/recovery/password?w=secret-word"],
  ["a password that a journey types", "log-1.txt", '{"body":"club-demo-1"}'],
  ["a card in groups", "log-1.txt", '{"field":"4111 1111 1111 1111"}'],
  ["a card in an address", "address-1.txt", "http://127.0.0.1:1/dashboard/gifts/card?number=4111+1111+1111+1111"],
  ["a passport", "log-1.txt", '{"body":"Отделом УФМС"}'],
  ["a code in an address", "address-1.txt", "http://127.0.0.1:1/activation?code=4711"],
  ["a sealed cookie", "log-1.txt", `{"header":"session=2.${"aB-9".repeat(20)}"}`],
  ["the portal's credential", "log-1.txt", '{"header":"Basic cG9ydGFsOnBvcnRhbC1kZW1v"}'],
  ["a token's field", "log-1.txt", '{"access_token":"x"}'],
  ["somebody's password in a message to another", "log-2.txt", message("b@example.com", "Письмо: Rx7-kept-inside")],
])("§4.19 %s is found and its place named", (_what, name, line) => {
  write("log-0.txt", message("a@example.com", "Пароль: Rx7-kept-inside /?check_word=secret-word&email=x"));
  write(name, line);
  expect(findLeaks(folder)).toHaveLength(1);
});

test("§4.19 traces are kept only during a run of the journeys, and pages are searched for what was typed", () => {
  keepTrace("log", "1", "club-demo-1\n");
  expect(findLeaks(folder)).toEqual([]);
  process.env.E2E_TRACES = folder;
  keepTrace("log", "1", "club-demo-1\n");
  expect(findLeaks(folder)).toHaveLength(1);
  expect(findTypedSecrets('<input value="4111 1111 1111 1111">')).toEqual(["4111111111111111"]);
});
