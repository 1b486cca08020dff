import type { OperatorPart } from "../../../platform/acts/view";
import { importArticles } from "./import-articles";
import { articles } from "./list-articles";

/** What operators do with articles and their points. */
export const articlesPart: OperatorPart = { acts: [importArticles], lists: [articles] };
