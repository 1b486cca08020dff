import type { User } from "../../../contract/accounts";
import { formatDate } from "../../lib/dates.server";
import type { TemporaryPassword } from "./temporary-password-notice";

/** What to say of a mailed password that hasn't been changed yet; null where there is nothing to say. */
export function viewTemporaryPassword({
  password_valid_until: until,
}: Pick<User, "password_valid_until">): TemporaryPassword | null {
  if (!until) return null;
  return { until: formatDate(until), isOver: Date.parse(until) <= Date.now() };
}
