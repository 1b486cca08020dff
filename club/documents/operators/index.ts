import type { OperatorPart } from "../../acts/view";
import { acceptDocuments, rejectDocuments } from "./decide-documents";

/** What operators do with the documents of participants. */
export const documentsPart: OperatorPart = { acts: [acceptDocuments, rejectDocuments] };
