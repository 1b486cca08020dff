import type { Row } from "./row";

export const content: readonly Row[] = [
  {
    call: "GET content/menu",
    title: "a guest opens the home page",
    isCached: true,
    async run({ guest }) {
      await guest().open("/");
      return { path: "content/menu" };
    },
  },
  {
    call: "GET content/rules",
    title: "a guest opens the rules",
    isCached: true,
    async run({ guest }) {
      await guest().open("/rules/");
      return { path: "content/rules" };
    },
  },
  {
    call: "GET content/faq",
    title: "a guest opens the questions",
    isCached: true,
    async run({ guest }) {
      await guest().open("/q&a/");
      return { path: "content/faq" };
    },
  },
  {
    call: "GET user/file/links/by-roles/",
    title: "a guest opens the rules",
    isCached: true,
    async run({ guest }) {
      await guest().open("/rules/");
      return { path: "user/file/links/by-roles/" };
    },
  },
  {
    call: "POST content/feedback",
    title: "a guest sends a message",
    async run({ guest }) {
      const browser = guest();
      await browser.open("/feedback");
      const message = "Когда придёт приз?\nЗаказ № 7";
      await browser.submit({ name: " Анна ", email: "anna@example.ru ", message, policy: true });
      return { path: "content/feedback", body: { name: "Анна", email: "anna@example.ru", message } };
    },
  },
];
