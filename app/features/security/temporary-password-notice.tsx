import type { ReactNode } from "react";
import { Notice } from "../../ui/core/notice";

/** A password that the club has made and mailed. */
export interface TemporaryPassword {
  /** The last day, as it is shown. */
  until: string;
  /** It no longer opens the account; only this session goes on. */
  isOver: boolean;
}

/** Asks for a password of the participant's own (§4.9). */
export function TemporaryPasswordNotice({ until, isOver, action }: TemporaryPassword & { action?: ReactNode }) {
  return (
    <Notice kind="warning" title="Смените пароль" action={action}>
      <p>
        {isOver
          ? "Срок пароля из письма закончился: войти с ним больше нельзя."
          : `Пароль из письма действует до ${until}: после этого войти с ним будет нельзя.`}
      </p>
    </Notice>
  );
}
