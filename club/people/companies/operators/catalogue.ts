import type { OperatorPart } from "../../../platform/acts/view";
import { importLegalEntities } from "./import-legal-entities";
import { addSegment, adoptSegment, mergeSegments, renameSegment, segments } from "./segments";

/** What operators do with segments and the register of legal entities. */
export const companyCataloguePart: OperatorPart = {
  acts: [addSegment, adoptSegment, renameSegment, mergeSegments, importLegalEntities],
  lists: [segments],
};
