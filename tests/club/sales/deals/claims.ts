import type { CallInput } from "../../../../contract/call";
import { claimSale, listSaleClaims } from "../../../../contract/sale-claims";
import type { TestClub } from "../../../setup/club";
import type { TestPerson } from "../../points/people";
import { ARTICLES, type Distributor, INNS } from "./reports";

/** A photo by its first bytes. */
export const photo = (start: readonly number[] | string = [0xff, 0xd8, 0xff, 0xe0], size = 2000) => {
  const content = Buffer.alloc(size);
  (typeof start === "string" ? Buffer.from(start, "latin1") : Buffer.from(start)).copy(content);
  return new File([content], "документ.jpg", { type: "image/jpeg" });
};

/** The same sale as `saleOf` has it: 3 points for the manager and 5 for the first shop a piece. */
export function claimOf(people: Distributor, changes: Partial<CallInput<typeof claimSale>> = {}) {
  return {
    article_code: ARTICLES[0].code,
    sell_count: 10,
    sell_date: "2026-03-02",
    document_number: "УПД-17",
    curator_id: String(people.curator.id),
    inn: INNS[0],
    ...changes,
  };
}

/** Claims a sale and returns the claim's number. */
export async function claim(club: TestClub, person: TestPerson, input: CallInput<typeof claimSale>): Promise<number> {
  const { id } = await club.ask(claimSale, input, { token: person.token, files: { photo: photo() } });
  return Number(id);
}

export async function readClaims(club: TestClub, person: TestPerson) {
  return (await club.ask(listSaleClaims, {}, { token: person.token })).items;
}
