import type { Endpoint } from "../http/endpoint";
import { companyExistsEndpoint } from "./company-exists";
import { findCompanyByTinEndpoint } from "./find-company-by-tin";
import { listCompaniesEndpoint } from "./list-companies";
import { findDistributorsEndpoint, listDistributorsEndpoint } from "./list-distributors";
import { addSegmentEndpoint, listSegmentsEndpoint } from "./segments";

export const endpoints: readonly Endpoint[] = [
  listDistributorsEndpoint,
  findDistributorsEndpoint,
  findCompanyByTinEndpoint,
  companyExistsEndpoint,
  listSegmentsEndpoint,
  addSegmentEndpoint,
  listCompaniesEndpoint,
];
