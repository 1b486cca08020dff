import { Steps } from "../../ui/core/steps";

/** The steps of joining the club. */
export function RegistrationSteps({ current }: { current: number }) {
  return <Steps steps={["Кто вы", "Анкета", "Код из СМС"]} current={current} label="Шаги регистрации" />;
}
