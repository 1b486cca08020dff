import { expect, test } from "vitest";
import { readInviteRows } from "../../../../club/people/invites/invite-columns";
import { inviteColumns } from "../../../../contract/columns";
import { type InviteLine, makeInviteWorkbook } from "../../../files/invite-files";

async function read(lines: readonly InviteLine[]) {
  const { rows } = await readInviteRows(Buffer.from(await makeInviteWorkbook(lines).arrayBuffer()));
  return rows.map((row) => ("invite" in row ? row.invite : row.errors.map(({ message }) => message)));
}

test("§5.8 marks that nobody sees aren't part of a list's addresses and names", async () => {
  const [anna, olga, dash] = await read([
    ["\u200banna@example.com", "Смирнова", "Анна", "", "Ритейл"],
    ["olga@example.com\u00a0", "Смирнова\u2011Петрова", "Ольга", "Али\u00a0оглы", "Ритейл"],
    ["d@example.com", "Иванов", "Пётр", "-", "Ритейл"],
  ]);
  expect(anna).toMatchObject({ email: "anna@example.com" });
  expect(olga).toMatchObject({ email: "olga@example.com", last_name: "Смирнова-Петрова", sur_name: "Али оглы" });
  expect(dash).toMatchObject({ email: "d@example.com", sur_name: "" });
});

test("§5.8 one mailbox in two spellings is invited once", async () => {
  const [first, second] = await read([
    ["h@почта.рф", "Иванов", "Пётр", "", "Ритейл"],
    ["h@xn--80a1acny.xn--p1ai", "Иванов", "Пётр", "", "Ритейл"],
  ]);
  expect(first).toMatchObject({ email: "h@почта.рф" });
  expect(second).toEqual(["Этот адрес уже есть в строке 2."]);
});

test("§1.4 the sample of the template invites nobody, in today's words and in those of before", async () => {
  const { email, last_name, first_name, sur_name, target } = inviteColumns;
  const name = [email.sample, last_name.sample, first_name.sample, sur_name.sample] as const;
  const samples: InviteLine[] = [target.sample, "Сейлз"].map((role) => [...name, role]);
  for (const row of await read(samples)) {
    expect(row).toEqual(["Это строка-образец из шаблона: удалите её."]);
  }
});

test("§5.8 a row that is refused takes no address: the right one after it is invited", async () => {
  const rows = await read([
    ["anna@example.com", "Смирнова", "Анна", "", "Директор"],
    ["anna@example.com", "Смирнова", "Анна", "", "Ритейл"],
    ["Anna@example.com", "Смирнова", "Анна", "", "Ритейл"],
  ]);
  expect(rows).toEqual([
    [expect.any(String)],
    expect.objectContaining({ email: "anna@example.com" }),
    ["Этот адрес уже есть в строке 3."],
  ]);
});
