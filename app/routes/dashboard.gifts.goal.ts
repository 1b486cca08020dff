import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setGoal } from "../features/gifts/goal-cookie.server";
import { redirectWithNotice } from "../session/reply.server";
import { requireSession } from "../session/visit.server";

/** The goal is shown on the page of gifts. */
export function loader() {
  return redirect(GIFTS_PATH);
}

/** Keeps what the participant saves for. Which gifts there are is known to the page that shows the goal. */
export async function action(args: ActionFunctionArgs) {
  const { session } = await requireSession(args, "/dashboard/gifts");
  const id = (await args.request.formData()).get("prize_id");
  if (typeof id !== "string" || !id) {
    return redirectWithNotice(GIFTS_PATH, { kind: "error", text: "Выберите, на какой подарок копить." });
  }
  const cookie = await setGoal(session.userId, id);
  return redirectWithNotice(GIFTS_PATH, CHOSEN, cookie ? [cookie] : []);
}

const GIFTS_PATH = "/dashboard/gifts/";
const CHOSEN = { kind: "success", text: "Цель выбрана: сколько осталось, видно над подарками и над баллами." } as const;
