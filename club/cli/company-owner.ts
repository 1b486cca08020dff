import { Command as CommanderCommand } from "commander";
import { phoneDigits } from "../../contract/fields";
import { findPersonOrNone } from "../accounts/find-person";
import { fullName } from "../accounts/person";
import { CompanyOwnerError, changeCompanyOwner, grantClaim, listClaims } from "../companies/company-owner";
import type { CompanyRow, UserRow } from "../db/types";
import type { Services, Trx } from "../services";
import { type Command, UsageError } from "./command";

export const disputedCompanies: Command = {
  declare: () =>
    new CommanderCommand("disputed-companies").description(
      "List the companies that somebody else than their owner has named as the own, with both. company-owner decides.",
    ),
  async run({ services, print }) {
    const claims = await listClaims(services.db);
    let inn = "";
    for (const claim of claims) {
      if (claim.inn !== inn)
        print(`${claim.inn}  ${claim.actual_name_organization}: ${claim.owner_phone} ${fullName(claim)}`);
      inn = claim.inn;
      const state = claim.granted_at ? ", granted: waits for the registration" : "";
      print(
        `  claimed ${claim.claimed_at.toISOString().slice(0, 10)} by ${claim.phone} ${claim.email} ${claim.full_name}${state}`,
      );
    }
    if (claims.length === 0) print("No company is disputed.");
    return undefined;
  },
};

export const companyOwner: Command<{ yes?: true }, readonly [inn: string, contact: string]> = {
  declare: () =>
    new CommanderCommand("company-owner")
      .description(
        "Show what giving a company to a person means; with --yes, do it. A claimant who doesn't take part yet gets it by the " +
          "next registration with that phone. Naming the present owner settles the dispute.",
      )
      .argument("<inn>")
      .argument("<phone|e-mail|id>")
      .option("--yes", "decide"),
  async run({ services, args: [inn, contact], options, print }) {
    const company = await services.db.selectFrom("companies").selectAll().where("inn", "=", inn).executeTakeFirst();
    if (!company) throw new UsageError(`There is no company with the INN ${inn}.`);
    const person = await findPersonOrNone(services, contact);
    const outcome = await decide(services, company, person, contact, options.yes ?? false);
    print(`${inn}  ${company.actual_name_organization}`);
    for (const line of outcome) print(`  ${line}`);
    if (!options.yes) print("Nothing has been changed. To decide so, repeat the command with --yes.");
    return undefined;
  },
};

/** A preview does all of it and takes it back. */
class Preview extends Error {
  constructor(readonly lines: string[]) {
    super("preview");
  }
}

async function decide(
  services: Services,
  company: CompanyRow,
  person: UserRow | undefined,
  contact: string,
  isFinal: boolean,
): Promise<string[]> {
  try {
    return await services.db.transaction().execute(async (trx) => {
      const lines = person
        ? await giveToParticipant(trx, company, person)
        : await giveToClaimant(trx, services, company, contact);
      if (!isFinal) throw new Preview(lines);
      return lines;
    });
  } catch (error) {
    if (error instanceof Preview) return error.lines;
    if (error instanceof CompanyOwnerError) throw new UsageError(error.message);
    throw error;
  }
}

async function giveToParticipant(trx: Trx, company: CompanyRow, person: UserRow): Promise<string[]> {
  const people = await changeCompanyOwner(trx, company, person);
  if (company.owner_id === person.id) return [`stays with ${fullName(person)}; claims are settled`];
  return [
    `owner: person ${company.owner_id} → ${person.id} ${fullName(person)}`,
    "sales from now on are counted for the new owner; earlier deals, points and reports stay where they are",
    ...(people > 0 ? [`managers and members who follow: ${people}`] : []),
  ];
}

async function giveToClaimant(trx: Trx, services: Services, company: CompanyRow, contact: string): Promise<string[]> {
  await grantClaim(trx, services, company, { phone: phoneDigits(contact), email: contact });
  return [
    `stays with person ${company.owner_id} until ${contact} registers with the phone of the claim, and is the claimant's then`,
  ];
}
