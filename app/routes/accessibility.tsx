import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { cacheHeaders } from "../document/cache";
import { PageHeader, Section } from "../ui/core/page";

export const meta: MetaFunction = () => [
  { title: "Доступность — Клуб" },
  {
    name: "description",
    content: "Как сайт клуба работает с клавиатурой и экранным диктором и куда написать о помехе.",
  },
];
export const headers = cacheHeaders("guest");

/** The accessibility statement. It names only what the project's own checks cover. */
export default function AccessibilityPage() {
  return (
    <>
      <PageHeader
        title="Доступность"
        lead="Сайт сделан для всех: с клавиатурой, экранным диктором, крупным шрифтом и медленной связью."
      />
      <Section title="К чему мы стремимся">
        <p>
          К требованиям ГОСТ Р 52872-2019 и WCAG 2.2&nbsp;уровня AA. Независимой экспертизы пока не было, поэтому о
          полном соответствии мы не заявляем.
        </p>
      </Section>
      <Section title="Что проверено">
        <ul>
          <li>Страницы проходят автоматическую проверку axe.</li>
          <li>Войти, вступить в клуб и заказать подарок можно с одной клавиатуры; выделение видно.</li>
          <li>Всё работает без скриптов, а с ними — при медленной связи. Есть «Лёгкая версия» внизу страницы.</li>
          <li>Текст увеличивается вдвое, страница помещается в ширину 320&nbsp;пикселей.</li>
          <li>Ошибки названы словами у поля и списком над формой, движение отключается настройкой системы.</li>
        </ul>
      </Section>
      <Section title="Что мешает">
        <ul>
          <li>Правила и документы в PDF могут читаться хуже: текст правил есть и на странице.</li>
          <li>Код из СМС нужно успеть ввести; новый можно получить через минуту.</li>
          <li>Люди, которые пользуются экранным диктором каждый день, сайт ещё не проверяли.</li>
        </ul>
      </Section>
      <Section title="Как сообщить о помехе">
        <p>
          <Link to="/feedback">Напишите нам</Link>: что вы делали, на какой странице и с какой программой. Ответим в
          течение 3&nbsp;рабочих дней и предложим другой способ, если исправить сразу не выйдет.
        </p>
      </Section>
    </>
  );
}
