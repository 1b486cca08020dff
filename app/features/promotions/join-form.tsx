import { Link } from "@remix-run/react";
import { ButtonLink, SubmitButton } from "../../ui/core/button";
import { ErrorSummary } from "../../ui/core/error-summary";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { Notice } from "../../ui/core/notice";
import type { PromotionState } from "./promotion-dates";

/** Whoever looks at a promotion: `other` collects no points and so takes no part. */
export type PromotionReader = "guest" | "member" | "participant" | "other";

interface JoinFormProps {
  shell: FormShell;
  reader: PromotionReader;
  state: PromotionState;
  isJoined: boolean;
  takesCodes: boolean;
}

/** What one can do about a promotion: join it, enter a promo code, or log in first. */
export function JoinForm({ shell, reader, state, isJoined, takesCodes }: JoinFormProps) {
  if (state === "over") return <OutOfTime shell={shell}>Акция завершена. Присоединиться к ней уже нельзя.</OutOfTime>;
  if (reader === "guest") {
    return (
      <>
        <p>Участвовать могут те, кто вступил в клуб.</p>
        <p className="button-row">
          <ButtonLink to="/register">Вступить в клуб</ButtonLink>
          <Link to="/login">Войти</Link>
        </p>
      </>
    );
  }
  return (
    <>
      {reader !== "other" && <Joining shell={shell} state={state} isJoined={isJoined} />}
      {takesCodes && reader === "member" && state === "running" && (
        <p className="button-row">
          <ButtonLink to="/dashboard/promo-code" variant="secondary">
            Ввести промокод
          </ButtonLink>
        </p>
      )}
    </>
  );
}

function Joining({ shell, state, isJoined }: Pick<JoinFormProps, "shell" | "state" | "isJoined">) {
  if (isJoined) {
    return (
      <Notice kind="success" title="Вы участвуете">
        Больше ничего нажимать не нужно.
      </Notice>
    );
  }
  if (state === "coming") return <OutOfTime shell={shell}>Присоединиться можно будет с первого дня акции.</OutOfTime>;
  return (
    <FormLayout shell={shell}>
      <SubmitButton shell={shell} busyLabel="Записываем…">
        Участвовать
      </SubmitButton>
    </FormLayout>
  );
}

/** No button any more or not yet; whoever has pressed one that stood there is told why nothing came of it. */
function OutOfTime({ shell, children }: Pick<JoinFormProps, "shell"> & { children: string }) {
  return (
    <>
      <ErrorSummary shell={shell} />
      <p>{children}</p>
    </>
  );
}
