import type { Json } from "../../contract/recorded-replies";
import type { PortalBrowser } from "../../setup/portal-browser";
import type { ReplayedUpstream, VaryReply } from "../../setup/replayed-upstream";
import type { Visitor } from "../../setup/visitors";

/** What somebody sends with a form of the portal. */
export type FormValues = Readonly<Record<string, string | File>>;

/** One form, or one button of a form, with values that are accepted. */
export interface FormSample {
  /** The route with the action, as Remix names it. */
  readonly route: string;
  /** Tells the samples of a route apart, such as the button. */
  readonly what?: string;
  /** Where the form is sent. */
  readonly path: string;
  /** Who the form is for; the others are tried too. */
  readonly who: Visitor;
  readonly values?: FormValues;
  /** Values that the portal refuses, by field, where a question mark alone wouldn't be. */
  readonly wrong?: FormValues;
  /** Values that are tried beside the right ones, by what they are. */
  readonly also?: Readonly<Record<string, FormValues>>;
  /** What has been done in this browser before. @param scene what else may have happened */
  before?(browser: PortalBrowser, scene: Scene): Promise<unknown>;
  /** The state in which the form is sent, where the recorded replies have another. */
  readonly given?: VaryReply;
  /** The results of calls that aren't recorded, or are others here. */
  readonly results?: Readonly<Record<string, Json>>;
  /** Calls that read and that the form can't do without: they are refused like those that change something. */
  readonly reads?: readonly string[];
  /** Before an upstream that knows the calls of the specification only. */
  readonly isSpecified?: boolean;
  /** Only the next page tells what has become of it, such as the cart. */
  readonly showsNext?: boolean;
  /** Even with right values, because of the state in which it is sent. */
  readonly isRefused?: boolean;
  /** Failures of the upstream after which the portal would look for the outcome for seconds. */
  readonly withoutOutage?: boolean;
}

/** What happens around a form. */
export interface Scene {
  readonly upstream: ReplayedUpstream;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): void;
}
