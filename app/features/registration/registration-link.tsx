import type { RegistrationRole } from "../../../contract/values";
import { Notice } from "../../ui/core/notice";

/** The invitation or referral link with which a form was opened (§2.4.1, §2.4.2). */
export interface RegistrationLink {
  /** Name of the participant who invited the person; empty when the upstream doesn't tell it. */
  name: string;
  /** The inviter is a sales manager, and so the manager of the shop that registers (§5.4). */
  isFromManager: boolean;
}

type LinkNoticeProps = {
  /** The role of the form. */
  formRole: RegistrationRole;
  link: RegistrationLink | null;
  /** Why the link can't be used any more; empty when it can, or when there is none. */
  linkError: string;
};

/** Says that the form belongs to an invitation, with a quiet way to register without it, or that the invitation is gone. */
export function LinkNotice({ formRole, link, linkError }: LinkNoticeProps) {
  if (linkError) {
    return (
      <Notice kind="warning" title="Приглашение больше не действует">
        <p>{linkError} Зарегистрироваться можно и без приглашения.</p>
      </Notice>
    );
  }
  if (!link) return null;
  // A plain form: the page is loaded again without the link, also from a dialog.
  return (
    <form method="post" action="/register" className="registration-link">
      <input type="hidden" name="role" value={formRole} />
      <Notice
        title={link.name ? `Вас пригласил участник клуба: ${link.name}` : "Вы регистрируетесь по приглашению"}
        action={
          <button type="submit" className="button button--quiet">
            Зарегистри&shy;роваться без приглашения
          </button>
        }
      />
    </form>
  );
}
