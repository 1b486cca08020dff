import { Link } from "@remix-run/react";

const choices = [
  {
    to: "/register/manager",
    title: "Сейлз",
    text: "Продаю запчасти в компании-дистрибьюторе и зарабатываю баллы на сделках.",
  },
  {
    to: "/register/member",
    title: "Ритейл",
    text: "Работаю в магазине или автосервисе и покупаю запчасти у дистрибьютора.",
  },
];

/** Self-registration is open to managers and members (§1.2, §4.7). */
export function RoleChoice() {
  return (
    <ul className="columns columns--two role-choice">
      {choices.map(({ to, title, text }) => (
        <li key={to} className="card">
          <h2>
            <Link to={to}>{title}</Link>
          </h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
