import type { OperatorPart } from "../../../platform/acts/view";
import { acceptDocuments, rejectDocuments } from "./decide-documents";
import { documents } from "./list-documents";
import { lookAtDocuments } from "./look-at-documents";

/** What operators do with the documents of participants. */
export const documentsPart: OperatorPart = {
  acts: [lookAtDocuments, acceptDocuments, rejectDocuments],
  lists: [documents],
};
