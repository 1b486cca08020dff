import { Link } from "@remix-run/react";

const choices = [
  {
    to: "/register/manager",
    title: "Менеджер",
    role: "Сейлз",
    text: "Продаю запчасти в компании-дистрибьюторе и зарабатываю баллы на сделках.",
  },
  {
    to: "/register/member",
    title: "Магазин или сервис",
    role: "Ритейл",
    text: "Работаю в магазине или автосервисе и покупаю запчасти у дистрибьютора.",
  },
];

/** Self-registration is open to managers and members (§1.2, §4.7). */
export function RoleChoice() {
  return (
    <ul className="columns columns--two role-choice">
      {choices.map(({ to, title, role, text }) => (
        <li key={to} className="card">
          <h2>
            <Link to={to}>{title}</Link>
          </h2>
          <p>{text}</p>
          <p className="hint">Роль в клубе: {role}</p>
        </li>
      ))}
    </ul>
  );
}
