import { Link } from "@remix-run/react";
import { RegistrationSteps } from "./registration-steps";
import { RoleChoice } from "./role-choice";

/** §4.7 */
export default function RoleDialog() {
  return (
    <>
      <RegistrationSteps current={0} />
      <RoleChoice />
      <p>
        Уже участвуете? <Link to="/login">Войти</Link>
      </p>
    </>
  );
}
