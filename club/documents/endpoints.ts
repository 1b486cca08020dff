import type { Endpoint } from "../http/endpoint";
import { addDocumentsEndpoint } from "./add-documents";
import { checkDocumentsEndpoint } from "./check-documents";

export const endpoints: readonly Endpoint[] = [addDocumentsEndpoint, checkDocumentsEndpoint];
