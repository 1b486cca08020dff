import type { Endpoint } from "../http/endpoint";
import { addCompanyEndpoint } from "./add-company";
import { addRelationEndpoint } from "./add-relation";
import { markBannerShownEndpoint } from "./banner";
import { exportManagersEndpoint, exportMembersEndpoint } from "./export-people";
import { readProfileEndpoint } from "./read-profile";

export const endpoints: readonly Endpoint[] = [
  readProfileEndpoint,
  exportMembersEndpoint,
  exportManagersEndpoint,
  addCompanyEndpoint,
  addRelationEndpoint,
  markBannerShownEndpoint,
];
