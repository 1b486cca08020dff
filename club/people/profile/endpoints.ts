import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as addCompany from "./add-company";
import * as addRelation from "./add-relation";
import * as banner from "./banner";
import * as exportPeople from "./export-people";

export const endpoints: readonly Endpoint[] = listEndpoints([addCompany, addRelation, banner, exportPeople]);
