import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as addDocuments from "./add-documents";

export const endpoints: readonly Endpoint[] = listEndpoints([addDocuments]);
