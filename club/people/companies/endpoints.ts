import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as companyExists from "./company-exists";
import * as findCompanyByTin from "./find-company-by-tin";
import * as listCompanies from "./list-companies";
import * as listDistributors from "./list-distributors";
import * as segments from "./segments";

export const endpoints: readonly Endpoint[] = listEndpoints([
  companyExists,
  findCompanyByTin,
  listCompanies,
  listDistributors,
  segments,
]);
