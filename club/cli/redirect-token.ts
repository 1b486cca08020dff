import { issueRedirectToken } from "../accounts/redirect-token";
import { findPerson } from "./find-person";
import type { Verb } from "./verb";

export const redirectToken: Verb = {
  name: "redirect-token",
  usage: "PHONE|E-MAIL",
  summary: "Make a link that logs its person in, once, within minutes.",
  async run({ services, words, print }) {
    const [contact = ""] = words("PHONE|E-MAIL");
    const person = await findPerson(services, contact);
    const token = await issueRedirectToken(services.db, services, person.id);
    print(`${services.settings.publicOrigin}/?token=${token}`);
    return undefined;
  },
};
