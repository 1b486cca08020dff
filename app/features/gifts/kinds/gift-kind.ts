import type { ComponentType, InputHTMLAttributes } from "react";
import type { RequiredRule } from "../../../../contract/field-rules";

/** What the portal has to know about the gifts of one kind. */
export type GiftKind = KindFacts & (GroupedKind | SingleKind);

interface KindFacts {
  /** In the filter. */
  readonly label: string;
  /** On the tag. */
  readonly tagName: string;
  /** Its tag on the home page. The code is its place there. */
  readonly showcase: { readonly code: string; readonly title: string; readonly price: string; readonly text: string };
  readonly Drawing: ComponentType;
  /** The tag has a row of holes, like a coupon to tear off. */
  readonly isPerforated?: boolean;
  /** Its gifts go to a pickup point. */
  readonly isDelivered: boolean;
  /** Its page names the payment agent. */
  readonly isPaidByAgent?: boolean;
  /** Describes a line of the cart by its `selected_additional_fields`: recipient, operator or card holder, size. */
  describeFields(fields: readonly string[]): string;
}

/** One tag and one page for all gifts of the kind, on which one of them is chosen. */
interface GroupedKind {
  readonly group: {
    readonly name: string;
    readonly description: string;
    /** Above the gifts to choose from. */
    readonly choiceLabel: string;
  };
  /** What the page's form asks for besides gift and number of pieces. */
  readonly fields: readonly OrderField[];
}

/** Each gift has its own tag, with a form that asks for size and number of pieces only. */
interface SingleKind {
  readonly group: null;
  readonly fields: readonly [];
}

/** A required field of the form. `recipient` goes first into `selected_additional_fields`, `operator` second. */
export type OrderField = {
  readonly name: "recipient" | "operator";
  readonly label: string;
  readonly hint?: string;
  /** What was typed is never sent back into a page. */
  readonly isSecret?: boolean;
} & ({ readonly type: "phone" | "card-number" | "mobile-operator" } | TextField);

/** A line of text. Browser and server check it by its rule; the title is also the server's message. */
interface TextField {
  readonly type: "text";
  readonly rule: RequiredRule & { readonly pattern: string; readonly title: string };
  readonly attributes?: Pick<InputHTMLAttributes<HTMLInputElement>, "autoComplete" | "autoCapitalize" | "spellCheck">;
}
