import { type Distributor, findDistributors, listDistributors } from "../../../contract/companies";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";

/** With more distributors than this the form searches by name instead of listing all. */
const LISTED_DISTRIBUTORS = 60;

interface DistributorChoice {
  value: string;
  label: string;
}

/** All distributors; null when there are too many to list. */
export async function listDistributorChoices(visit: Visit): Promise<DistributorChoice[] | null> {
  const distributors = await visit.read(listDistributors, {});
  return distributors.length > LISTED_DISTRIBUTORS ? null : distributors.map(showDistributor);
}

/** Distributors whose names contain these words, or a message when there are none. Both are empty without a search. */
export async function searchDistributors(
  visit: Visit,
  words: string,
): Promise<{ distributors: DistributorChoice[] | null; distributorError: string }> {
  if (!words) return { distributors: null, distributorError: "" };
  const answer = await runLookup(visit, findDistributors, { name: words });
  if (!answer.ok) return { distributors: null, distributorError: answer.refusal.message };
  const distributors = answer.result.slice(0, LISTED_DISTRIBUTORS).map(showDistributor);
  if (distributors.length > 0) return { distributors, distributorError: "" };
  return { distributors: null, distributorError: "Такого дистрибьютора не нашли. Попробуйте другую часть названия." };
}

function showDistributor({ curator_id, actual_name_organization, legal_name_organization }: Distributor) {
  const [name = "", legal] = [...new Set([actual_name_organization, legal_name_organization].filter(Boolean))];
  return { value: curator_id, label: legal ? `${name} (${legal})` : name };
}
