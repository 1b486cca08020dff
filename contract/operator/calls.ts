import { z } from "zod";
import { defineCall } from "../call";
import { typedText } from "../typed-text";
import { LARGEST_INTEGER } from "../values";
import { operatorRoles } from "./roles";
import {
  actShape,
  fieldShape,
  linkShape,
  listShape,
  offeredActShape,
  outcomeShape,
  sectionShape,
  tableShape,
} from "./views";

/**
 * The operators' API: `/api/operator/…` on OPERATOR_PORT only. Its calls are few because acts, lists and cards say
 * themselves what they need.
 */

/**
 * The parameters of the addresses have capital letters, so that no field of an act and no filter of a list, which have
 * none, is mistaken for them.
 */
const name = z.string().regex(/^[a-z][a-z-]*$/);
const requestId = z.string().uuid();
const none = z.object({});

/**
 * What a log-in still needs: a password of one's own instead of a printed one, the set-up of an authenticator app, or its
 * code. `open`: nothing.
 */
export const sessionSteps = ["password", "enrolment", "code", "open"] as const;
const stepReply = z.object({ step: z.enum(sessionSteps) });
/** The secret of a browser in which this operator has logged in: there, wrong passwords of others don't count. Empty for another. */
const browser = z.string().max(100).default("");
const completedReply = stepReply.extend({ browser: z.string() });

export const logIn = defineCall({
  method: "POST",
  path: "operator/login",
  audience: "anyone",
  summary: "Begins a log-in by password; the token is good for the next step only",
  input: z.object({
    login: typedText().trim().min(1, "Укажите логин.").max(254),
    password: z.string().min(1, "Укажите пароль.").max(1000),
    browser,
  }),
  reply: stepReply.extend({ access_token: z.string() }),
});

export const readLogInWays = defineCall({
  method: "GET",
  path: "operator/login-ways",
  audience: "anyone",
  summary: "How operators may log in besides their password",
  input: none,
  reply: z.object({
    /** The name of the OpenID Connect provider; null without one. */
    provider: z.string().nullable(),
    /** Whether passkeys work under the console's address. */
    has_passkeys: z.boolean().default(false),
  }),
});

export const beginProviderLogIn = defineCall({
  method: "POST",
  path: "operator/provider-login",
  audience: "anyone",
  summary: "Begins a log-in at the OpenID Connect provider",
  input: none,
  reply: z.object({
    /** Where the browser goes. */
    address: z.string(),
    /** The secret that the browser keeps until it comes back. */
    flow: z.string(),
  }),
});

export const finishProviderLogIn = defineCall({
  method: "POST",
  path: "operator/provider-login/finish",
  audience: "anyone",
  summary: "Goes on after the provider's log-in, as after the right password; the token is good for the next step only",
  input: z.object({
    flow: z.string().max(100),
    /** With which the provider sent the browser back, such as `?code=…&state=…`. */
    query: z.string().max(8000),
  }),
  reply: stepReply.extend({ access_token: z.string() }),
});

export const setPassword = defineCall({
  method: "POST",
  path: "operator/password",
  audience: "pending-operator",
  summary: "Replaces the printed password by one's own",
  input: z.object({ new_password: z.string().max(1000) }),
  reply: stepReply,
});

const code = typedText().trim().min(1, "Введите код.").max(40);

export const changePassword = defineCall({
  method: "POST",
  path: "operator/own-password",
  audience: "operator",
  summary: "Changes one's own password; every other session ends",
  input: z.object({
    password: z.string().min(1, "Укажите нынешний пароль.").max(1000),
    new_password: z.string().max(1000),
    code,
    browser,
  }),
  reply: none,
});

/** The options of WebAuthn, which only browsers and authenticators read. */
const passkeyOptions = z.object({ options: z.object({}).passthrough() });
/** The authenticator's answer as the browser writes it in JSON. */
const passkeyResponse = z.string().min(1, "Ключ не ответил. Попробуйте ещё раз.").max(20_000);

export const beginPasskeyLogIn = defineCall({
  method: "POST",
  path: "operator/passkey-login",
  audience: "anyone",
  summary: "Begins a log-in by passkey",
  input: none,
  reply: passkeyOptions,
});

export const finishPasskeyLogIn = defineCall({
  method: "POST",
  path: "operator/passkey-login/finish",
  audience: "anyone",
  summary: "Logs in by a passkey, which stands for password and code",
  input: z.object({ response: passkeyResponse }),
  reply: completedReply.extend({ access_token: z.string() }),
});

export const readPasskeys = defineCall({
  method: "GET",
  path: "operator/passkeys",
  audience: "operator",
  summary: "One's own passkeys",
  input: none,
  reply: z.object({
    is_possible: z.boolean(),
    needs_code: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        /** As it is shown. */
        created: z.string(),
        lastUsed: z.string().nullable(),
        isBackedUp: z.boolean(),
      }),
    ),
  }),
});

export const beginPasskey = defineCall({
  method: "POST",
  path: "operator/passkeys/begin",
  audience: "operator",
  summary: "Begins the set-up of a passkey",
  input: none,
  reply: passkeyOptions,
});

export const addPasskey = defineCall({
  method: "POST",
  path: "operator/passkeys",
  audience: "operator",
  summary: "Adds a passkey of one's own",
  input: z.object({
    name: typedText().trim().min(1, "Назовите ключ, чтобы узнать его в списке.").max(60),
    response: passkeyResponse,
    code: z.string().optional(),
  }),
  reply: none,
});

export const removePasskey = defineCall({
  method: "POST",
  path: "operator/passkeys/{passkeyId}/remove",
  audience: "operator",
  summary: "Removes a passkey of one's own",
  input: z.object({ passkeyId: z.coerce.number().int().positive().max(LARGEST_INTEGER), code: z.string().optional() }),
  reply: none,
});

export const readEnrolment = defineCall({
  method: "GET",
  path: "operator/enrolment",
  audience: "pending-operator",
  summary: "The secret that an authenticator app stores, as base32 and as an address for a QR code",
  input: none,
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const enrol = defineCall({
  method: "POST",
  path: "operator/enrolment",
  audience: "pending-operator",
  summary: "Ends the set-up with a first code; returns recovery codes, which are shown once",
  input: z.object({ code }),
  reply: completedReply.extend({ recovery_codes: z.array(z.string()) }),
});

export const confirmCode = defineCall({
  method: "POST",
  path: "operator/code",
  audience: "pending-operator",
  summary: "Ends the log-in with a code of the authenticator app or a recovery code",
  input: z.object({ code }),
  reply: completedReply,
});

export const logOut = defineCall({
  method: "POST",
  path: "operator/logout",
  audience: "pending-operator",
  summary: "Ends the session",
  input: none,
  reply: none,
});

export const readOperator = defineCall({
  method: "GET",
  path: "operator/me",
  audience: "pending-operator",
  summary: "The operator who asks, and what the log-in still needs",
  input: none,
  reply: stepReply.extend({
    login: z.string(),
    full_name: z.string(),
    roles: z.array(z.enum(operatorRoles)).readonly(),
    recovery_codes_left: z.number().int(),
  }),
});

export const readCatalogue = defineCall({
  method: "GET",
  path: "operator/catalogue",
  audience: "operator",
  summary: "The acts and lists that the operator's roles allow",
  input: none,
  reply: z.object({ acts: z.array(actShape), lists: z.array(listShape) }),
});

export const readToday = defineCall({
  method: "GET",
  path: "operator/today",
  audience: "operator",
  summary: "What waits for an operator, as counts that lead to lists",
  input: none,
  reply: z.object({ items: z.array(z.object({ title: z.string(), count: z.number().int(), link: linkShape })) }),
});

export const readList = defineCall({
  method: "GET",
  path: "operator/lists/{listName}",
  audience: "operator",
  summary: "One page of a list; the filters are further parameters",
  input: z.object({ listName: name, afterKey: z.string().optional() }).passthrough(),
  reply: z.object({
    title: z.string(),
    filters: z.array(fieldShape).readonly(),
    table: tableShape,
    /** Continues after the last row; null at the end. */
    next: z.string().nullable(),
  }),
});

export const readCard = defineCall({
  method: "GET",
  path: "operator/cards/{cardName}/{cardId}",
  audience: "operator",
  summary: "Everything about one thing, and the acts that it allows",
  input: z.object({ cardName: name, cardId: z.string().max(100) }),
  reply: z.object({
    title: z.string(),
    sections: z.array(sectionShape).readonly(),
    acts: z.array(offeredActShape),
  }),
});

const requestReply = z.object({
  request_id: z.string(),
  asked_by: z.string(),
  /** What was typed, without files and what is secret. */
  input: z.record(z.string()).readonly().default({}),
  /** checked: nothing has changed yet. waiting: a second operator decides. changed: the check has to be read again. */
  state: z.enum(["checked", "waiting", "changed", "done", "refused"]),
  act: actShape,
  needs_second_operator: z.boolean(),
  /** Why, in Russian sentences; empty when nobody has to agree. */
  why_second_operator: z.array(z.string()).readonly().default([]),
  /** Whether the next step needs a code, because none was given in the last minutes. */
  needs_code: z.boolean(),
  /** Whether the operator who asks is the second one, and may decide. */
  may_decide: z.boolean(),
  /** Why not, in Russian, when a second one has to. */
  objection: z.string().default(""),
  /** Names what `outcome` shows. A confirmation and a yes send it back; when it would be another one now, nothing is done. */
  seen: z.string(),
  outcome: outcomeShape,
  /** Shown once, to whoever presses the button: a code, a link for a first password. */
  secrets: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .readonly()
    .default([]),
  /** Whether the act has made a file, which `operator/requests/{requestId}/file` sends. */
  has_file: z.boolean().default(false),
});

export const checkAct = defineCall({
  method: "POST",
  path: "operator/acts/{actName}/check",
  audience: "operator",
  summary: "What an act would change; nothing is changed",
  input: z.object({ actName: name }).passthrough(),
  files: ["file", "picture"],
  reply: requestReply,
});

export const readRequest = defineCall({
  method: "GET",
  path: "operator/requests/{requestId}",
  audience: "operator",
  summary: "A checked or waiting act, checked again",
  input: z.object({ requestId }),
  reply: requestReply,
});

export const confirmAct = defineCall({
  method: "POST",
  path: "operator/requests/{requestId}/confirm",
  audience: "operator",
  summary: "Carries out a checked act, once; the same call gets the same answer for ten seconds",
  input: z.object({ requestId, seen: z.string(), code: z.string().optional() }),
  reply: requestReply,
});

export const decideAct = defineCall({
  method: "POST",
  path: "operator/requests/{requestId}/decide",
  audience: "operator",
  summary: "A second operator's yes or no",
  input: z.object({
    requestId,
    decision: z.enum(["yes", "no"]),
    /** Of what was read; a no needs none. */
    seen: z.string().default(""),
    reason: typedText().trim().max(500).default(""),
    code: z.string().optional(),
  }),
  reply: requestReply,
});

export const downloadActFile = defineCall({
  method: "GET",
  path: "operator/requests/{requestId}/file",
  audience: "operator",
  summary: "The file that an act has made, for an hour",
  input: z.object({ requestId }),
  reply: "file",
});
