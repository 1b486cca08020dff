import type { DialogPages } from "./features/dialogs/find-dialog-link";

/** The pages that open as dialogs when script is running (§2.3.3). Their code is loaded when the dialog opens. */
export const dialogPages: DialogPages = {
  "/login": { title: "Вход в клуб", flow: "entrance", load: () => import("./features/login/login-dialog") },
  "/register": {
    title: "Вступить в клуб",
    flow: "entrance",
    load: () => import("./features/registration/role-dialog"),
  },
  "/register/manager": {
    title: "Регистрация менеджера",
    flow: "entrance",
    load: () => import("./features/registration/manager-dialog"),
  },
  "/register/member": {
    title: "Регистрация магазина или сервиса",
    flow: "entrance",
    load: () => import("./features/registration/member-dialog"),
  },
  "/activation": {
    title: "Подтвердите телефон",
    flow: "entrance",
    load: () => import("./features/registration/activation-dialog"),
  },
  "/recovery": { title: "Забыли пароль?", flow: "entrance", load: () => import("./features/recovery/recovery-dialog") },
  "/feedback": { title: "Обратная связь", flow: "feedback", load: () => import("./features/feedback/feedback-dialog") },
};
