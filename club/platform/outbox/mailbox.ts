import { domainToASCII, domainToUnicode } from "node:url";

/** An e-mail address with its domain in letters, `иван@почта.рф` for `иван@xn--…`: one mailbox has one spelling. */
export function spellMailbox(email: string): string {
  return /xn--/i.test(email) ? withDomain(email, domainToUnicode) : email;
}

/** Both spellings of an address, in lower case: rows that were stored before there was one may have the other. */
export function mailboxSpellings(email: string): string[] {
  const spelled = spellMailbox(email).toLowerCase();
  return [...new Set([spelled, withDomain(spelled, domainToASCII)])];
}

function withDomain(email: string, spell: (domain: string) => string): string {
  const at = email.lastIndexOf("@") + 1;
  // A domain that can't be spelled is left as it is.
  return email.slice(0, at) + (spell(email.slice(at)) || email.slice(at));
}
