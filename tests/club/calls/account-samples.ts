import * as accounts from "../../../contract/accounts";
import * as overviews from "../../../contract/overviews";
import type { TestClub } from "../../setup/club";
import { passport, scans } from "./passport";
import { byAll, type CallSamples, samplesOf } from "./sample";
import { inns } from "./scene-people";

/** The profile: who one is, one's people, companies and documents. */
export const accountSamples: readonly CallSamples[] = [
  samplesOf(accounts.profile)(byAll(accounts.profile, () => ({}))),
  samplesOf(overviews.overview)(byAll(overviews.overview, () => ({}))),
  samplesOf(accounts.checkDocuments)(byAll(accounts.checkDocuments, () => ({}))),
  samplesOf(accounts.exportMembers)(byAll(accounts.exportMembers, () => ({}))),
  samplesOf(accounts.exportManagers)(byAll(accounts.exportManagers, () => ({}))),
  samplesOf(accounts.acceptAgreement)({
    "by a newcomer, whose points wait": () => ({ by: "newcomer", input: {} }),
    again: () => ({ by: "newcomer", input: {} }),
    "by a curator": () => ({ by: "curator", input: {} }),
  }),
  samplesOf(accounts.markBannerShown)({
    "by a shop": () => ({ by: "shop", input: {} }),
    again: () => ({ by: "shop", input: {} }),
    "by a manager": () => ({ by: "manager", input: {} }),
  }),
  samplesOf(accounts.addCompany)({
    "a new one of the register": async ({ club }) => ({
      by: "shop",
      input: {
        company_inn: inns.registered,
        company_actual_name_organization: "Маяк у дороги",
        company_actual_address_organization: "Тверь, Озёрная, 1",
        company_segment_id: await firstSegment(club),
      },
    }),
    again: async ({ club }) => ({
      by: "shop",
      input: {
        company_inn: inns.registered,
        company_actual_address_organization: "Тверь, Озёрная, 1",
        company_segment_id: await firstSegment(club),
      },
    }),
    "another shop's": async ({ club }) => ({
      by: "shop",
      input: {
        company_inn: inns.otherShop,
        company_actual_address_organization: "Тверь",
        company_segment_id: await firstSegment(club),
      },
    }),
  }),
  samplesOf(accounts.addRelation)({
    "a manager names another distributor": ({ people }) => ({
      by: "secondManager",
      input: { related_to_user_id: [String(people.otherCurator.id)] },
    }),
    "a shop names another manager": ({ people }) => ({
      by: "newcomer",
      input: { related_to_user_id: [String(people.otherManager.id)] },
    }),
    "a shop without one names a manager": ({ people }) => ({
      by: "loner",
      input: { related_to_user_id: [String(people.otherManager.id)] },
    }),
    "a system manager names a distributor": ({ people }) => ({
      by: "systemManager",
      input: { related_to_user_id: [String(people.curator.id)] },
    }),
    "a shop's number": ({ people }) => ({ by: "secondShop", input: { related_to_user_id: [String(people.shop.id)] } }),
  }),
  samplesOf(accounts.addDocuments)({
    "a shop's first ones": () => ({ by: "shop", input: passport, files: scans() }),
    "while they are checked": () => ({ by: "shop", input: passport, files: scans() }),
    "after a refusal": () => ({ by: "otherManager", input: { ...passport, passport_series: "4512" }, files: scans() }),
    "after they were accepted": () => ({ by: "manager", input: passport, files: scans() }),
    "a wrong tax number": () => ({ by: "curator", input: { ...passport, inn: "500100732258" }, files: scans() }),
  }),
];

async function firstSegment({ db }: TestClub): Promise<string> {
  const { id } = await db.selectFrom("segments").select("id").orderBy("id").executeTakeFirstOrThrow();
  return String(id);
}
