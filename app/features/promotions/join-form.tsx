import { Link } from "@remix-run/react";
import { ButtonLink, SubmitButton } from "../../ui/core/button";
import { ErrorSummary } from "../../ui/core/error-summary";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { Notice } from "../../ui/core/notice";
import type { PromotionState } from "./promotion-dates";

/** Who looks at a promotion. `other` is a participant who collects no points and so can't take part. */
export type PromotionViewer = "guest" | "member" | "participant" | "other";

interface JoinFormProps {
  shell: FormShell;
  viewer: PromotionViewer;
  state: PromotionState;
  isJoined: boolean;
  acceptsCodes: boolean;
}

/** The actions of a promotion: joining it, entering a promo code, or logging in first. */
export function JoinForm({ shell, viewer, state, isJoined, acceptsCodes }: JoinFormProps) {
  if (state === "ended")
    return <JoinUnavailable shell={shell}>Акция завершена. Присоединиться к ней уже нельзя.</JoinUnavailable>;
  if (viewer === "guest") {
    return (
      <>
        <p>Участвовать могут те, кто вступил в клуб.</p>
        <p className="button-row">
          <ButtonLink to="/register">Вступить в клуб</ButtonLink> <Link to="/login">Войти</Link>
        </p>
      </>
    );
  }
  return (
    <>
      {viewer !== "other" && <JoinAction shell={shell} state={state} isJoined={isJoined} />}
      {acceptsCodes && viewer === "member" && state === "running" && (
        <p className="button-row">
          <ButtonLink to="/dashboard/promo-code" variant="secondary">
            Ввести промокод
          </ButtonLink>
        </p>
      )}
    </>
  );
}

function JoinAction({ shell, state, isJoined }: Pick<JoinFormProps, "shell" | "state" | "isJoined">) {
  if (isJoined) {
    return (
      <Notice kind="success" title="Вы участвуете">
        Больше ничего нажимать не нужно.
      </Notice>
    );
  }
  if (state === "upcoming")
    return <JoinUnavailable shell={shell}>Присоединиться можно будет с первого дня акции.</JoinUnavailable>;
  return (
    <FormLayout shell={shell}>
      <SubmitButton shell={shell} busyLabel="Записываем…">
        Участвовать
      </SubmitButton>
    </FormLayout>
  );
}

/** Takes the button's place while nobody can join. It also shows the refusal of a join that came too late. */
function JoinUnavailable({ shell, children }: Pick<JoinFormProps, "shell"> & { children: string }) {
  return (
    <>
      <ErrorSummary shell={shell} />
      <p>{children}</p>
    </>
  );
}
