import { isRecord } from "../../contract/reply-fields";
import type { JudgedDeviation } from "./report";

/** By which fields people know a row of a list, by call and place of the list; one of them is enough. */
const rowNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "GET prize/list": { items: ["name"], certificates: ["name", "retailer"] },
  "GET actions/list/filter": { items: ["name"] },
  "GET user/actions/list/filter": { items: ["name"] },
  "GET segment/list": { "": ["display_name"] },
  "GET user/curator/companies/find/full_list": { "": ["actual_name_organization", "legal_name_organization"] },
  "GET user/curator/companies/find/{name}": { "": ["actual_name_organization", "legal_name_organization"] },
  "GET user/company/": { items: ["actual_name_organization", "legal_name_organization", "inn"] },
  "GET user/profile": {
    managers: ["last_name", "first_name", "phone", "email"],
    members: ["last_name", "first_name", "phone", "email"],
    companies: ["actual_name_organization", "legal_name_organization", "inn"],
  },
  "GET deals/current/user": { items: ["article_code", "article_name"] },
  "GET deals/report/details": { items: ["article_code", "article_name"] },
  "GET deals/report/titles": { items: ["file_name", "date"] },
  "GET user/points": { "added.items": ["sumAdd"], "spent.items": ["sumSub"] },
  "POST invites/list/user/current": { items: ["email", "name"] },
  "GET content/faq": { items: ["question"] },
  "GET content/rules": { items: ["title", "text", "link"] },
  "GET prize/delivery/address/suggest": { cities: ["city"], addresses: ["address"] },
  "GET suggests/valid/region/addresses/{query}": { "": ["value"] },
  "GET regional/search/users/inn/{inn}": { "": ["name", "company", "inn"] },
};

/** Rows that can be read and say nothing: nobody can tell what they are. @param result as the portal reads it */
export function findNamelessRows(call: string, result: unknown): JudgedDeviation[] {
  return Object.entries(rowNames[call] ?? {}).flatMap(([place, names]) => {
    const rows = readRows(result, place);
    const count = rows.filter((row) => names.every((name) => row[name] === "" || row[name] === undefined)).length;
    if (count === 0) return [];
    const deviation: JudgedDeviation = {
      place: [place, "*", names[0]].filter(Boolean).join("."),
      came: "nothing to read",
      promised: names.join(" or "),
      portal: "the row is shown, and nobody can tell what it is",
      effect: "loses-row",
      count,
      of: rows.length,
    };
    return [deviation];
  });
}

function readRows(result: unknown, place: string): Readonly<Record<string, unknown>>[] {
  const names = place.split(".").filter(Boolean);
  const list = names.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), result);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
