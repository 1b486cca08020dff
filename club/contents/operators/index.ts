import type { OperatorPart } from "../../platform/acts/view";
import { banners, removeBanner, setBanner } from "./banners";
import { setLegalDocument, setLinks, setPaymentsAgent } from "./links";
import { addQuestion, changeQuestion, deleteQuestion, questions } from "./questions";
import { rulesDocuments, setRules } from "./rules";

/** What operators do with the contents of pages. */
export const contentPart: OperatorPart = {
  acts: [
    setLinks,
    setLegalDocument,
    setPaymentsAgent,
    setRules,
    addQuestion,
    changeQuestion,
    deleteQuestion,
    setBanner,
    removeBanner,
  ],
  lists: [questions, rulesDocuments, banners],
};
