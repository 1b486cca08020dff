import { addPerson } from "../club-people";
import type { Sample } from "./samples";

/** Samples of the acts about people. */
export const peopleSamples: Readonly<Record<string, Sample>> = {
  "disable-person": async (club) => ({ person: (await addPerson(club)).phone, reason: "Чужие чеки" }),
  "enable-person": async (club) => ({ person: (await addPerson(club, { is_disabled: true })).email }),
  "log-out-person": async (club) => ({ person: String((await addPerson(club)).id) }),
  "redirect-token": async (club) => ({ person: (await addPerson(club)).phone }),
};
