import type { OperatorRole } from "../../../contract/operator/roles";
import type { ViewLink, ViewTable } from "../../../contract/operator/views";
import type { FileReply } from "../http/endpoint";
import type { Services, Trx } from "../services";
import type { Fields, FieldValues } from "./field";
import type { Operator } from "./operator";

export const actGroups = {
  people: "Участники",
  reports: "Отчёты",
  orders: "Заказы",
  documents: "Документы",
  catalogue: "Каталог",
  contents: "Содержание",
  money: "Баллы и учёт",
  messages: "Сообщения и задачи",
  operators: "Операторы",
} as const;
export type ActGroup = keyof typeof actGroups;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The worst that an act can bring about, by which it needs a second operator.
 * - `nothing`: neither points nor power. The ledger refuses its credits.
 * - `points`: it credits points, or lets some come to be later; `points` and the ledger's counts say how many at most.
 * - `value`: it changes what a sale earns or what points buy; its outcome says when that goes far.
 * - `power`: it decides who may earn or log in. A second operator agrees, or it takes effect after a day.
 * - `access`: it hands out a log-in, or what another log-in has. A second operator agrees.
 */
export type ActEffect = "nothing" | "points" | "value" | "power" | "access";

/** By whose authority an act credits points: the ledger counts them to this operator's day. */
export interface OperatorAuthority {
  readonly kind: "operator";
  /** As the audit log has it. */
  readonly name: string;
  readonly act: string;
  readonly services: Services;
  /** Whether the act has declared that it makes points. */
  readonly mayCredit: boolean;
  /** Whether a second operator has agreed: the points count to nobody's day then. */
  readonly isAgreed: boolean;
  /** Makes a second operator's yes necessary. @param reason in Russian */
  requireSecondOperator(reason: string): void;
}

/** What an act works with. */
export interface ActContext {
  readonly operator: Operator;
  /** For whatever credits points. */
  readonly authority: OperatorAuthority;
  /** The act's transaction. A preview rolls it back, so an act changes nothing in any other way. */
  readonly trx: Trx;
  /** Its database, the shared connections too, is the act's transaction, and jobs that it sends belong to it. */
  readonly services: Services;
}

/** What an act has changed. A preview shows the same, so the texts name no id or secret that the act has just made. */
export interface ActOutcome {
  /** Russian sentences for the operator. */
  readonly lines: readonly string[];
  /** The rows that were changed, at most a hundred. */
  readonly table?: ViewTable;
  /** The points that it credits or takes in all: above a limit a second operator has to say yes. */
  readonly points?: number;
  /** Why a second operator has to agree however few the points are, in Russian sentences. */
  readonly whySecondOperator?: readonly string[];
  /** What the act is about, for the audit log. */
  readonly subject?: { readonly kind: string; readonly id: string | number };
  /** The changed values before and after, without personal data, for the audit log. */
  readonly before?: Json;
  readonly after?: Json;
  /** Where the operator goes on. */
  readonly link?: ViewLink;
  /** Shown once to the operator who did it, and stored nowhere. */
  readonly secrets?: readonly { readonly label: string; readonly value: string }[];
  readonly file?: FileReply;
}

/** One thing that an operator does. The command line, the operators' API and the console are derived from it. */
export interface Act<F extends Fields = Fields> {
  /** The command and the address: a verb and a noun, `disable-person`. */
  readonly name: string;
  readonly group: ActGroup;
  /** In Russian, on the button: «Отключить участника». */
  readonly title: string;
  /** In Russian, above the form. */
  readonly explanation?: string;
  /** In English, for the help of the command line. */
  readonly summary: string;
  readonly gives: ActEffect;
  /** Who may, besides owners. */
  readonly roles: readonly OperatorRole[];
  /** Whether it moves money or points, or shows what is secret: the console asks for a fresh code of the authenticator. */
  readonly needsCode?: boolean;
  readonly fields: F;
  /**
   * Does the act within the given transaction.
   * @throws RefusalError with a Russian message, and the field at fault
   */
  run(context: ActContext, input: FieldValues<F>): Promise<ActOutcome>;
}

/** Declares an act; the type of `run`'s input follows from the fields. */
export function defineAct<F extends Fields>(act: Act<F>): Act {
  return act as unknown as Act;
}
