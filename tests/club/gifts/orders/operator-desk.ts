import { findAct, lists } from "../../../../club/operators/operator-parts";
import { decideActRequest, readActRequest } from "../../../../club/platform/acts/act-requests";
import type { ActFile } from "../../../../club/platform/acts/field";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { readPage } from "../../../../club/platform/acts/view";
import type { TestClub } from "../../../setup/club";

/** The operator Vera, who hands out what was ordered, with the acts and lists that she uses, and Nina, who agrees to them. */
export async function openDesk(club: TestClub) {
  const operator = await addOperator(club, "vera", "Вера");
  const second = await addOperator(club, "nina", "Нина");
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
    /** Asks for an act to which Nina has to agree. */
    async ask(name: string, input: Record<string, string | string[] | boolean>) {
      const asked = await runAct(services, operator, findAct(name), input);
      if (asked.state !== "waiting") throw new Error(`${name} was done by one operator`);
      return asked;
    },
    async agree(requestId: string) {
      const { seen } = await readActRequest(services, second, findAct, requestId);
      return decideActRequest(services, second, findAct, requestId, { yes: { seen }, reason: "" });
    },
    decline: (requestId: string) =>
      decideActRequest(services, second, findAct, requestId, { yes: null, reason: "Не подтверждено" }),
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

async function addOperator(club: TestClub, login: string, fullName: string): Promise<Operator> {
  const { id } = await club.db
    .insertInto("operators")
    .values({ login, full_name: fullName, roles: ["owner"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName, roles: ["owner"] };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export function csv(name: string, lines: readonly string[]): ActFile {
  return { name, contentType: "text/csv", content: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`) };
}
