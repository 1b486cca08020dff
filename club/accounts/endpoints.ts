import * as calls from "../../contract/accounts";
import { type Endpoint, endpoint } from "../http/endpoint";
import { acceptAgreement } from "./activate";
import { addCompany } from "./add-company";
import { addDocuments, DOCUMENTS_BODY_LIMIT, readDocumentsStatus } from "./add-documents";
import { addRelation } from "./add-relation";
import { markBannerSeen } from "./banner";
import { confirmPhone } from "./confirm-phone";
import { exportManagers, exportMembers } from "./export-people";
import { logIn, logInByRedirect, logOut } from "./log-in";
import { readProfile } from "./read-profile";
import { register } from "./register";
import { restorePassword, sendRestoreLink } from "./restore-password";
import { sendPhoneCode } from "./send-phone-code";
import { unsubscribe } from "./unsubscribe";

export const endpoints: readonly Endpoint[] = [
  endpoint(calls.login, logIn),
  endpoint(calls.loginByRedirect, ({ token }, context) => logInByRedirect(token, context)),
  endpoint(calls.logout, (_, { actor, services }) => logOut(actor.tokenHash, services)),
  endpoint(calls.register, register),
  endpoint(calls.sendPhoneCode, async ({ phone, code }, context) => {
    if (code === undefined) return sendPhoneCode(phone, context);
    await confirmPhone({ phone, code }, context);
    return {};
  }),
  endpoint(calls.sendRestoreLink, ({ login }, context) => sendRestoreLink(login, context)),
  endpoint(calls.restorePassword, restorePassword),
  endpoint(calls.profile, (_, { actor, services }) => readProfile(actor, services)),
  endpoint(calls.acceptAgreement, (_, { actor, services }) => acceptAgreement(actor.id, services)),
  endpoint(calls.markBannerShown, (_, { actor, services }) => markBannerSeen(services.db, actor)),
  endpoint(calls.unsubscribe, unsubscribe),
  endpoint(calls.exportMembers, (_, { actor, services }) => exportMembers(actor, services)),
  endpoint(calls.exportManagers, (_, { actor, services }) => exportManagers(actor, services)),
  endpoint(calls.addCompany, (input, { actor, services }) => addCompany(input, actor, services)),
  endpoint(calls.addRelation, ({ related_to_user_id: [id = ""] }, { actor, services }) =>
    addRelation(id, actor, services),
  ),
  endpoint(calls.addDocuments, addDocuments, { bodyLimit: DOCUMENTS_BODY_LIMIT }),
  endpoint(calls.checkDocuments, (_, { actor, services }) => readDocumentsStatus(actor, services)),
];
