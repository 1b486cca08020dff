import { type InviteLine, makeInviteCsv } from "../../files/invite-files";
import { expectEqual } from "../../setup/expect-equal";
import { CURATOR, type RunJourney } from "./journey";

/** People of a list; the largest is written in two parts. */
const PEOPLE = [8, 60, 520] as const;
const DOMAIN = "simulation.example.com";

/** A curator invites the people of a list, again after each outage. Everybody gets one letter. */
export const runInvitations: RunJourney = async (world, { size }) => {
  const people = PEOPLE[size];
  const lines = Array.from(
    { length: people },
    (_, index): InviteLine => [`p${index}@${DOMAIN}`, "Иванов", "Иван", "Иванович", "Ритейл"],
  );
  const form = new FormData();
  form.append("file", makeInviteCsv(lines));
  const visitor = await world.logIn(CURATOR);
  world.arm();
  await visitor.insist("/dashboard/invite/import", form);
  await visitor.open("/dashboard/invite/");
  return async () => {
    const [found] = await world.query<{ invites: string; linked: string; letters: string }>(
      `select
         (select count(*) from invites where email like $1) as invites,
         (select count(*) from invites join outbox on outbox.id = outbox_id where email like $1 and recipient = email) as linked,
         (select count(*) from outbox where recipient like $1) as letters`,
      [`%@${DOMAIN}`],
    );
    return [
      ...expectEqual("invitations", Number(found?.invites), people),
      ...expectEqual("invitations with a letter", Number(found?.linked), people),
      ...expectEqual("letters of invitations", Number(found?.letters), people),
    ];
  };
};
