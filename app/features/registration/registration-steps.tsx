import { Steps } from "../../ui/core/steps";

/** Where one stands on the way into the club. */
export function RegistrationSteps({ current }: { current: number }) {
  return <Steps steps={["Кто вы", "Анкета", "Код из СМС"]} current={current} label="Шаги регистрации" />;
}
