import { findAct, lists } from "../../../../club/operators/operator-parts";
import type { ActFile } from "../../../../club/platform/acts/field";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { readPage } from "../../../../club/platform/acts/view";
import type { TestClub } from "../../../setup/club";

/** The operator Vera, who hands out what was ordered, with the acts and lists that she uses. */
export async function openDesk(club: TestClub) {
  const { id } = await club.db
    .insertInto("operators")
    .values({ login: "vera", full_name: "Вера", roles: ["owner"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const operator: Operator = { kind: "operator", id, login: "vera", fullName: "Вера", roles: ["owner"] };
  const { services } = club.club;
  const findList = (name: string) => {
    const list = lists.find((candidate) => candidate.name === name);
    if (!list) throw new Error(`There is no list ${name}`);
    return list;
  };
  return {
    operator,
    async act(name: string, input: Record<string, string | string[] | boolean | ActFile> = {}) {
      return (await runAct(services, operator, findAct(name), input)).outcome;
    },
    async rows(name: string, filters: Record<string, unknown> = {}) {
      return (await readPage(services, findList(name), filters)).rows.map(({ cells }) => cells);
    },
    page: (name: string, filters: Record<string, unknown>, after?: string) =>
      readPage(services, findList(name), filters, after),
    today: (name: string, title: string) =>
      findList(name)
        .today?.find((attention) => attention.title === title)
        ?.count(services),
    async statusOf(orderId: number) {
      const order = await club.db
        .selectFrom("exchanges")
        .select("status")
        .where("id", "=", orderId)
        .executeTakeFirstOrThrow();
      return order.status;
    },
  };
}
export type Desk = Awaited<ReturnType<typeof openDesk>>;

export function csv(name: string, lines: readonly string[]): ActFile {
  return { name, contentType: "text/csv", content: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`) };
}
