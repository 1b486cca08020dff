import { Link } from "@remix-run/react";

/** Links for those who can't log in yet. */
export function LoginHelp() {
  return (
    <p>
      Ещё не участвуете? <Link to="/register">Вступить в клуб</Link>
      <br />
      Не вводили код из СМС? <Link to="/activation">Подтвердить телефон</Link>
    </p>
  );
}
