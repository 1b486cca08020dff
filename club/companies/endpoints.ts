import * as calls from "../../contract/companies";
import { type Endpoint, endpoint } from "../http/endpoint";
import { findManager } from "./find-manager";
import { listCompanies } from "./list-companies";
import { listDistributors } from "./list-distributors";
import { companyExists, findCompanyByTin } from "./look-up-inn";
import { addSegment, listSegments } from "./segments";

export const endpoints: readonly Endpoint[] = [
  endpoint(calls.listDistributors, ({ search }, { services }) => listDistributors(services.db, search)),
  endpoint(calls.findDistributors, ({ name }, { services }) => listDistributors(services.db, name)),
  endpoint(calls.findCompanyByTin, ({ tin }, context) => findCompanyByTin(tin, context)),
  endpoint(calls.companyExists, ({ inn }, context) => companyExists(inn, context)),
  endpoint(calls.findManager, ({ phone }, context) => findManager(phone, context)),
  endpoint(calls.listSegments, (_, { services }) => listSegments(services.db)),
  endpoint(calls.addSegment, ({ display_name }, context) => addSegment(display_name, context)),
  endpoint(calls.listCompanies, (page, { services, actor }) => listCompanies(services.db, actor, page)),
];
