import type { checkDocuments, User } from "../../../contract/accounts";
import type { CallReply } from "../../../contract/call";
import { listPoints } from "../../../contract/deals";
import { holdsPoints, participantNames, participantOf } from "../../../contract/values";
import { formatDate } from "../../lib/dates.server";
import { keepUnits } from "../../lib/keep-units";
import { readPageNumber } from "../../lib/page-number";
import { formatPersonName } from "../../lib/person-name";
import { formatPhone } from "../../lib/phone";
import { readSearchText } from "../../lib/search-text";
import { balanceOf } from "../../session/access";
import type { Visit } from "../../session/visit.server";
import type { Movement } from "./overview-card";
import { listManagerViews, listMembersOfManager, listMemberViews, viewCompany } from "./people.server";
import { type Contact, MEMBER_SIGNS, type MemberSign, type PeopleView } from "./people-view";

/** The latest movement of points, added or spent; null when there is none, or it can't be read. */
export async function loadLastMovement(visit: Visit): Promise<Movement | null> {
  const points = await visit.callOptional(listPoints, { page: 1, per_page: 1 });
  const added = points?.added.items[0];
  const spent = points?.spent.items[0];
  if (spent && (!added || spent.date > added.date)) {
    return { date: formatDate(spent.date), action: keepUnits(spent.action), sum: spent.sumSub && -spent.sumSub };
  }
  return added ? { date: formatDate(added.date), action: keepUnits(added.action), sum: added.sumAdd } : null;
}

type Documents = CallReply<typeof checkDocuments>;

/** The profile page of a participant (§3.10). Movement and documents are shown only to those who collect points (§6.2). */
export function viewProfile(
  user: User,
  { movement, documents }: { movement: Movement | null; documents: Documents | null },
  query: URLSearchParams,
) {
  const participant = participantOf(user.promo_group.system_name, user.is_system);
  const isHolder = holdsPoints(participant);
  return {
    firstName: user.first_name,
    person: {
      name: formatPersonName(user),
      role: participantNames[participant],
      phone: formatPhone(user.phone),
      email: user.email,
      position: user.employee_position,
    },
    overview: {
      participant,
      points: isHolder ? balanceOf(user) : null,
      movement: isHolder ? movement : null,
      isAgreementAccepted: user.is_agreement_accepted,
      hasCurator: Boolean(user.curator),
    },
    documents: isHolder ? documents : null,
    people: viewPeople(user, query),
  };
}

/** A member's other companies are listed on their own page. */
const COMPANIES_SHOWN = 5;

/**
 * The people or companies that belong to the participant's role (§3.10), filtered and paged by the query. An upstream may
 * leave out an empty list, and may send the lists of other roles too. System participants invite nobody, so they see a list only when somebody is in it.
 */
function viewPeople(user: User, query: URLSearchParams): PeopleView {
  const search = readSearchText(query, "q");
  const filter = { search, page: readPageNumber(query) };
  const { managers = [], members = [], companies = [], curator, manager } = user;
  switch (user.promo_group.system_name) {
    case "curator": {
      if (user.is_system && managers.length === 0) return NOBODY;
      const id = query.get("manager");
      const manager = id && listMembersOfManager(managers, id, filter);
      if (id && manager) return { kind: "manager", id, search, ...manager };
      return { kind: "managers", search, ...listManagerViews(managers, filter) };
    }
    case "manager":
      if (user.is_system && members.length === 0) return NOBODY;
      return { kind: "members", search, ...listMemberViews(members, { ...filter, sign: readSign(query) }) };
    case "member":
      return {
        kind: "companies",
        companies: companies.slice(0, COMPANIES_SHOWN).map(viewCompany),
        total: companies.length,
        curator: curator && { company: curator.company, ...viewContact(curator) },
        manager: manager && viewContact(manager),
      };
    case "tadam":
      return NOBODY;
  }
}

function viewContact({ name, phone, email }: Contact): Contact {
  return { name, phone: formatPhone(phone), email };
}

/** The sign of the query; any other text is none. */
function readSign(query: URLSearchParams): MemberSign | "" {
  return MEMBER_SIGNS.find((sign) => sign === query.get("sign")) ?? "";
}

const NOBODY: PeopleView = { kind: "none" };
