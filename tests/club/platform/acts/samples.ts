import type { ActFile } from "../../../../club/platform/acts/field";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import { storeDocuments } from "../../people/documents/store-documents";
import { catalogueSamples } from "./catalogue-samples";
import { claimSamples } from "./claim-samples";
import { messageSamples } from "./message-samples";
import { operatorsSamples } from "./operators-samples";
import { orderSamples } from "./order-samples";
import { peopleSamples } from "./people-samples";
import { reportSamples } from "./report-samples";

type SampleInput = Record<string, string | string[] | boolean | ActFile>;

/** Makes what an act needs and returns an input with which it succeeds. It is called several times for an act. */
export type Sample = (club: TestClub) => Promise<SampleInput>;

/** A sample for every act. The table test fails for an act without one. */
export const samples: Readonly<Record<string, Sample>> = {
  ...peopleSamples,
  ...catalogueSamples,
  ...messageSamples,
  ...reportSamples,
  ...claimSamples,
  ...operatorsSamples,
  "confirm-manager": async (club) => {
    const curator = await addPerson(club, { role: "curator" });
    await addCompany(club, curator.id, "distributor");
    const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
    return { person: manager.phone };
  },
  "look-at-documents": async (club) => ({ person: (await addPersonWithDocuments(club)).phone }),
  "accept-documents": async (club) => ({ person: (await addPersonWithDocuments(club)).phone }),
  "reject-documents": async (club) => ({
    person: (await addPersonWithDocuments(club)).phone,
    reason: "Скан не читается",
  }),
  ...orderSamples,
};

async function addPersonWithDocuments(club: TestClub) {
  const person = await addPerson(club);
  await storeDocuments(club, person.id);
  return person;
}
