import { alias, PASSWORD_MIN_LENGTH } from "../../../contract/values";
import type { UserRow } from "../../platform/db/types";
import { RefusalError } from "../../platform/http/refusal-error";
import { normalizePassword } from "./password";

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** About 49 000 passwords in lower case. They are read when the first password is chosen, and kept: that is about 5 MB. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
}

/**
 * Requires that a new password has nine characters without the spaces around it (§5.10), and isn't one of the commonest, which
 * are guessed first.
 * @throws RefusalError validation on `new_password`
 */
export async function requireNewPassword(password: string): Promise<void> {
  const plain = normalizePassword(password);
  if (plain.length < PASSWORD_MIN_LENGTH) {
    throw refuse(`Пароль — не короче ${PASSWORD_MIN_LENGTH} символов, не считая пробелов по краям.`);
  }
  if ((await readCommonPasswords()).has(plain.toLowerCase())) {
    throw refuse("Этот пароль — один из самых частых, его подбирают первым. Придумайте другой.");
  }
}

/**
 * Requires that a new password is more than what others know of the person: phone, e-mail and names, in any order and case.
 * @throws RefusalError validation on `new_password`
 */
export function requireImpersonalPassword(
  password: string,
  person: Pick<UserRow, "phone" | "email" | "first_name" | "last_name" | "sur_name">,
): void {
  const { phone, email, first_name, last_name, sur_name } = person;
  const known = [phone, phone.slice(1), email, email.split("@")[0] ?? "", first_name, last_name, sur_name]
    .map(lettersAndDigits)
    .filter(Boolean)
    .sort((one, other) => other.length - one.length);
  const typed = lettersAndDigits(normalizePassword(password));
  const rest = known.reduce((text, part) => text.replaceAll(part, ""), typed);
  if (typed === "" || rest !== "") return;
  throw refuse("Пароль не должен повторять ваш телефон, e-mail или имя. Придумайте другой.");
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function refuse(message: string): RefusalError {
  return new RefusalError(alias.validation, message, "new_password");
}

export function samePasswordError(): RefusalError {
  return new RefusalError(alias.validation, "Новый пароль совпадает с нынешним.", "new_password");
}
