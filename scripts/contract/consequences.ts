const promotion = { "items.*.id": "the promotion can't be opened", "items.*.date_end": "the promotion never ends" };

/** What people lose when a field of a reply says nothing, by call and place; where nothing stands, a dash or an empty place. */
const consequences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET user/profile": {
    points: "the balance is a dash",
    "points.points": "the balance is a dash",
    is_agreement_accepted: "the rules are to be accepted on every page",
    managers: "no managers are shown",
    members: "no members are shown",
  },
  "GET user/manager/phone/{phone}": { id: "nobody is found" },
  "GET actions/list/filter": promotion,
  "GET user/actions/list/filter": promotion,
  "GET deals/report/titles": { "items.*.id": "the report can't be opened" },
  "POST invites/list/user/current": { "items.*.id": "the invitation can't be sent again" },
  "GET regional/search/users/inn/{inn}": { "*.id": "the participant's months can't be opened" },
};

/** What the portal makes of a field, and what follows for people when it says nothing. */
export function explainReading(call: string, { place, came, portal }: { place: string; came: string; portal: string }) {
  const lost = /^(missing|null|empty)/.test(came) ? consequences[call]?.[place] : undefined;
  return lost ? `${portal}: ${lost}` : portal;
}

/** Whether rows aren't there, or a row's page can't be opened, as its id says nothing. */
export function leadsNowhere(call: string, { place, came }: { place: string; came: string }): boolean {
  return /^(missing|null|empty)/.test(came) && Boolean(consequences[call]?.[place]?.match(/can't be opened$|^no /));
}
