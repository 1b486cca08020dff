import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";
import type { Visitor } from "./visitor";

/** Logs in by phone as a person does, and waits for the profile. */
export async function logIn(visitor: Visitor, phone: string, password: string = DEMO_PASSWORD) {
  await visitor.open("/login");
  await visitor.fill("Телефон", phone);
  await visitor.fill("Пароль", password);
  await visitor.press("button", "Войти");
  await visitor.arrive(/^\/dashboard\/profile\/$/);
}
