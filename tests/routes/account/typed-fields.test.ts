import { expect, test } from "vitest";
import { activationSchema } from "../../../app/features/registration/activation.schema.server";
import { managerContact } from "../../../app/features/registration/registration.schema.server";

test.each([
  ["1234", "1234"],
  [" 12 34 ", "1234"],
  ["Код: 1234. Никому его не говорите.", "1234"],
])("§5.12 the code is taken out of what was pasted: «%s»", (typed, code) => {
  expect(activationSchema.parse({ code: typed })).toEqual({ intent: "confirm", code });
});

test.each(["12", "12345", "код"])("§5.12 «%s» is no code", (typed) => {
  expect(activationSchema.safeParse({ code: typed }).success).toBe(false);
});

test.each([
  ["an e-mail", "phone", "Manager@Example.com", true],
  ["a phone", "email", "8 (900) 000-00-02", true],
  ["a phone", "phone", "+7 900 000-00-02", true],
  ["neither, at «by e-mail»", "email", "manager", false],
  ["neither, at «by phone»", "phone", "manager", false],
])(
  "§3.5 what was typed decides whether the manager's contact is %s, whatever the switch says: %s",
  (_what, mode, typed, isRead) => {
    const form = new FormData();
    form.set("manager_contact", typed);
    form.set("manager_contact_mode", mode);
    const read = managerContact(form, true).safeParse(typed);
    expect(read.success).toBe(isRead);
    if (!read.success) expect(read.error.issues[0]?.message).toMatch(mode === "email" ? /e-mail/ : /[Тт]елефон/);
  },
);
