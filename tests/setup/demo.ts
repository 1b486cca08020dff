import type { TestClub } from "./club";

/** Phones of the demo's participants. */
export const phones = {
  curator: "79000000001",
  manager: "79000000002",
  member: "79000000003",
  tadam: "79000000004",
  systemCurator: "79000000005",
  systemManager: "79000000006",
  /** Hasn't accepted the rules yet. */
  newMember: "79000000007",
  /** A further manager of the curator. */
  otherManager: "79000000113",
} as const;

/** The INN of the member's company. */
export const KNOWN_INN = "5000200016";

/** The id of a person of the demo. */
export async function findPerson({ db }: TestClub, phone: string): Promise<string> {
  const people = db.selectFrom("users").select("id").where("phone", "=", phone);
  return String((await people.executeTakeFirstOrThrow()).id);
}

/** The id of a prize by the beginning of its name. */
export async function findPrize({ db }: TestClub, name: string): Promise<string> {
  const prizes = db.selectFrom("prizes").select("id").where("name", "like", `${name}%`);
  return String((await prizes.executeTakeFirstOrThrow()).id);
}

/** The id of a promotion by its name. */
export async function findPromotion({ db }: TestClub, name: string): Promise<string> {
  const promotions = db.selectFrom("promotions").select("id").where("name", "=", name);
  return String((await promotions.executeTakeFirstOrThrow()).id);
}

/** The id and secret of an invitation by its address. */
export async function findInvite({ db }: TestClub, email: string): Promise<string> {
  const invites = db.selectFrom("invites").select("id").where("email", "=", email);
  return String((await invites.executeTakeFirstOrThrow()).id);
}

/** The first real choice of a list on a page. */
export function firstChoice(document: Document, name: string): string {
  const options = [...document.querySelectorAll<HTMLOptionElement>(`select[name=${name}] option`)];
  return options.find(({ value }) => value !== "")?.value ?? "";
}
