import { dashboardForms } from "./dashboard";
import type { FormSample } from "./form-sample";
import { giftForms } from "./gifts";
import { publicForms } from "./public";

/** Every form of the portal, and every button of it that does something else. */
export const formSamples: readonly FormSample[] = [...publicForms, ...dashboardForms, ...giftForms];

/** The route, and what is done there. */
export const nameForm = ({ route, what }: FormSample) => route.replace("routes/", "") + (what ? `: ${what}` : "");
