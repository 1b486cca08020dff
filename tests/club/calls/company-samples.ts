import * as companies from "../../../contract/companies";
import * as suggestions from "../../../contract/suggestions";
import { byAll, type CallSamples, samplesOf } from "./sample";
import { inns } from "./scene-people";

/** Companies, segments and look-ups. */
export const companySamples: readonly CallSamples[] = [
  samplesOf(companies.listDistributors)({
    all: () => ({ input: { search: "" } }),
    "by a part of the name": () => ({ input: { search: "рыч" } }),
    "without a match": () => ({ input: { search: "Гараж" } }),
  }),
  samplesOf(companies.findDistributors)({
    "by a part of the name": () => ({ input: { name: "ось" } }),
    "by a part of the legal name": () => ({ input: { name: "ООО" } }),
    "without a match": () => ({ input: { name: "Гараж" } }),
  }),
  samplesOf(companies.findCompanyByTin)({
    "in the register": () => ({ input: { tin: inns.registered } }),
    "of a company of the club": () => ({ input: { tin: inns.shop } }),
    "of nobody": () => ({ input: { tin: inns.unknown } }),
    "a wrong number": () => ({ input: { tin: "12345" } }),
  }),
  samplesOf(companies.companyExists)({
    "a shop's": () => ({ input: { inn: inns.shop } }),
    "a distributor's": () => ({ input: { inn: inns.curator } }),
    "of somebody whose phone isn't confirmed": () => ({ input: { inn: inns.unconfirmed } }),
    "of nobody": () => ({ input: { inn: inns.registered } }),
  }),
  samplesOf(companies.findManager)({
    "by phone": ({ people }) => ({ input: { phone: people.manager.phone } }),
    "by e-mail": ({ people }) => ({ input: { phone: people.otherManager.email.toUpperCase() } }),
    "a shop's phone": ({ people }) => ({ input: { phone: people.shop.phone } }),
    "a system manager's phone": ({ people }) => ({ input: { phone: people.systemManager.phone } }),
  }),
  samplesOf(companies.listSegments)({ all: () => ({ input: {} }) }),
  samplesOf(companies.listCompanies)({
    ...byAll(companies.listCompanies, () => ({})),
    "the first page": () => ({ by: "shop", input: { page: 1, per_page: 1 } }),
    "the second page": () => ({ by: "shop", input: { page: 2, per_page: 1 } }),
  }),
  samplesOf(companies.addSegment)({
    "a new one": () => ({ input: { display_name: " Мойка  самообслуживания " } }),
    "the same again": () => ({ input: { display_name: "мойка самообслуживания" } }),
    "without a name": () => ({ input: { display_name: " " } }),
  }),
  samplesOf(suggestions.suggestDelivery)({
    cities: () => ({ by: "shop", input: { query: "тве", type: "city" } }),
    streets: () => ({ by: "manager", input: { query: "лес", type: "street", city: "Тверь" } }),
    "pickup points of a city": () => ({ by: "curator", input: { query: "", type: "address", city: "Тверь" } }),
    "pickup points by a part of the address": () => ({
      by: "shop",
      input: { query: "а", type: "address", city: "Казань" },
    }),
    "without a type": () => ({ by: "systemManager", input: { query: "тве", city: "" } }),
  }),
  samplesOf(suggestions.suggestAddresses)({
    "by a street": () => ({ input: { query: "Тверь лесная" } }),
    "without a match": () => ({ input: { query: "щщщ" } }),
  }),
];
