import { type Distributor, findDistributors, listDistributors } from "../../../contract/companies";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";

/** More distributors than this are searched by name instead of listed. */
const LISTED_DISTRIBUTORS = 60;

interface DistributorChoice {
  value: string;
  label: string;
}

/** All distributors to choose from; null when there are so many that one has to search. */
export async function listDistributorChoices(visit: Visit): Promise<DistributorChoice[] | null> {
  const distributors = await visit.read(listDistributors, {});
  return distributors.length > LISTED_DISTRIBUTORS ? null : distributors.map(showDistributor);
}

/** Distributors with these words in their name, and a message when there are none. Null where nothing was searched. */
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
