import type { OperatorEndpoint } from "../call-context";
import { endpoints as access } from "../endpoints";
import {
  checkActEndpoint,
  confirmActEndpoint,
  decideActEndpoint,
  downloadActFileEndpoint,
  readRequestEndpoint,
} from "./do";
import { readCardEndpoint, readCatalogueEndpoint, readListEndpoint, readTodayEndpoint } from "./look";

/** Every endpoint of the operators' API. */
export const operatorEndpoints: readonly OperatorEndpoint[] = [
  ...access,
  readCatalogueEndpoint,
  readTodayEndpoint,
  readListEndpoint,
  readCardEndpoint,
  checkActEndpoint,
  readRequestEndpoint,
  confirmActEndpoint,
  decideActEndpoint,
  downloadActFileEndpoint,
];
