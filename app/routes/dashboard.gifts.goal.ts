import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { setGoal } from "../features/gifts/goal-cookie.server";
import { redirectWithNotice } from "../session/reply.server";
import { requireSession } from "../session/visit.server";

/** The goal is shown on the page of gifts. */
export function loader() {
  return redirect(GIFTS_PATH);
}

/** Keeps the id of the gift that the participant saves for. Whether there is such a gift, the page that shows the goal finds out. */
export async function action(args: ActionFunctionArgs) {
  const { session } = await requireSession(args, "/dashboard/gifts");
  const id = (await args.request.formData()).get("prize_id");
  const cookie = typeof id === "string" && id ? await setGoal(session.userId, id) : null;
  return cookie ? redirectWithNotice(GIFTS_PATH, CHOSEN, [cookie]) : redirectWithNotice(GIFTS_PATH, NOT_CHOSEN);
}

const GIFTS_PATH = "/dashboard/gifts/";
const CHOSEN = { kind: "success", text: "Цель выбрана: сколько осталось, видно над подарками и над баллами." } as const;
const NOT_CHOSEN = { kind: "error", text: "Выберите, на какой подарок копить." } as const;
