import type { SubmissionResult } from "@conform-to/react";
import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DefaultSubmit, SubmitButton } from "../../app/ui/core/button";
import { CheckboxField, RadioGroup, SelectField } from "../../app/ui/core/choice-field";
import { ErrorSummary } from "../../app/ui/core/error-summary";
import { FormLayout, usePageForm } from "../../app/ui/core/form";
import { ReadOnlyField } from "../../app/ui/core/read-only-field";
import { PasswordField, PhoneField, TextAreaField, TextField } from "../../app/ui/core/text-field";
import { phoneDigits } from "../../contract/fields";

const refused: SubmissionResult = {
  status: "error",
  initialValue: { phone: "8 900", segment: "shop", news: "on", mode: "mail", message: "Здравствуйте" },
  error: {
    "": ["Компания уже зарегистрирована.", "Обратитесь в поддержку."],
    phone: ["Телефон должен состоять из 11 цифр."],
    name: [],
  },
};

const Given = createContext<{ result: SubmissionResult | null; busy: boolean }>({ result: null, busy: false });

function Fields() {
  const { result, busy } = useContext(Given);
  const shell = { ...usePageForm("reg", result, "/register"), busy };
  return (
    <FormLayout shell={shell} label="Регистрация">
      <DefaultSubmit value="save" />
      <PhoneField shell={shell} name="phone" label="Телефон" hint="Мобильный" required />
      <TextField shell={shell} name="name" label="Имя" defaultValue="Пётр" />
      <PasswordField shell={shell} name="password" label="Пароль" />
      <TextAreaField shell={shell} name="message" label="Сообщение" />
      <SelectField
        shell={shell}
        name="segment"
        label="Сегмент"
        placeholder="Выберите"
        choices={[
          { value: "service", label: "Сервис" },
          { value: "shop", label: "Магазин" },
        ]}
      />
      <RadioGroup
        shell={shell}
        name="mode"
        label="Контакт"
        defaultValue="phone"
        choices={[
          { value: "phone", label: "По телефону" },
          { value: "mail", label: "По почте" },
        ]}
      />
      <CheckboxField shell={shell} name="news" label="Новости" />
      <CheckboxField shell={shell} name="policy" label="Согласие" defaultChecked />
      <SubmitButton shell={shell} name="intent" value="check" busyLabel="Отправляем">
        Проверить
      </SubmitButton>
    </FormLayout>
  );
}

/** The phones that reached the server, in the order of arrival. */
let received: unknown[] = [];

async function receive({ request }: { request: Request }) {
  received.push((await request.formData()).get("phone"));
  return null;
}

it("§3.4 a long legal address is shown whole, in lines", () => {
  const address = "630007, Новосибирская область, г. Новосибирск, ул. Большевистская, д. 123, корп. 4, помещение 56";
  render(
    <ReadOnlyField shell={{ id: "f", result: null }} name="legalAddress" label="Юридический адрес" value={address} />,
  );
  expect(screen.getByLabelText("Юридический адрес")).toMatchObject({
    tagName: "TEXTAREA",
    readOnly: true,
    value: address,
  });
});

describe("a password", () => {
  const field = () => screen.getByLabelText("Пароль");

  it("§5.1 can be shown while it is typed, and is hidden again before it is sent", async () => {
    open(null);
    await userEvent.type(field(), "секрет-123");
    await userEvent.click(screen.getByRole("button", { name: "Показать пароль" }));
    expect(field()).toMatchObject({ type: "text", value: "секрет-123" });
    await userEvent.click(screen.getByRole("button", { name: "Скрыть пароль" }));
    expect(field().getAttribute("type")).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Показать пароль" }));
    field()
      .closest("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await waitFor(() => expect(field().getAttribute("type")).toBe("password"));
  });

  it("§5.1 has no button without script", () => {
    const html = renderToString(<PasswordField shell={{ id: "f", result: null }} name="password" label="Пароль" />);
    expect(html).toContain('type="password"');
    expect(html).not.toContain("Показать");
  });
});

function open(result: SubmissionResult | null, busy = false) {
  received = [];
  const Page = createRemixStub([
    { path: "/", Component: Fields },
    { path: "/register", Component: Fields, action: receive },
  ]);
  return render(
    <Given.Provider value={{ result, busy }}>
      <Page />
    </Given.Provider>,
  );
}

describe("fields of a form", () => {
  it("§8.1 ties a field to its hint and to the server's words", () => {
    open(refused);
    const phone = screen.getByLabelText("Телефон");
    expect(phone.getAttribute("aria-invalid")).toBe("true");
    expect(phone.getAttribute("aria-describedby")).toBe("reg-phone-hint reg-phone-error");
    expect(document.getElementById("reg-phone-error")?.textContent).toBe("Телефон должен состоять из 11 цифр.");
    expect(screen.getByLabelText("Имя").hasAttribute("aria-invalid")).toBe(false);
  });

  it("§8.1 what a look-up says of a field stands before the server's earlier words", () => {
    const shell = { id: "reg", result: refused };
    render(<TextField shell={shell} name="phone" label="Телефон" error="Такого менеджера не нашли." />);
    expect(document.getElementById("reg-phone-error")?.textContent).toBe("Такого менеджера не нашли.");
  });

  it("§8.1 a group of choices that is refused says why, and each of its choices is marked", () => {
    const result: SubmissionResult = {
      status: "error",
      initialValue: {},
      error: { mode: ["Выберите, как связаться."] },
    };
    const choices = [
      { value: "phone", label: "По телефону" },
      { value: "mail", label: "По почте" },
    ];
    render(
      <RadioGroup shell={{ id: "reg", result }} name="mode" label="Контакт" hint="Как удобнее" choices={choices} />,
    );
    const group = screen.getByRole("group", { name: "Контакт" });
    const described = group.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      "Как удобнее",
      "Выберите, как связаться.",
    ]);
    expect(screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
  });

  it("§8.10 keeps the room of an error line when there is no error", () => {
    open(null);
    expect(document.getElementById("reg-phone-error")?.textContent).toBe("");
  });

  it("§8.1 brings back what was typed, chosen and ticked, but never a password", () => {
    open({ ...refused, initialValue: { ...refused.initialValue, password: "secret-word" } });
    expect(screen.getByLabelText<HTMLInputElement>("Телефон").value).toBe("8 900");
    expect(screen.getByLabelText<HTMLInputElement>("Имя").value).toBe("");
    expect(screen.getByLabelText<HTMLInputElement>("Пароль").value).toBe("");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Сообщение").value).toBe("Здравствуйте");
    expect(screen.getByLabelText<HTMLSelectElement>("Сегмент").value).toBe("shop");
    expect(screen.getByLabelText<HTMLInputElement>("По почте").checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Новости").checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Согласие").checked).toBe(false);
  });

  it("§2.4.1 starts from the page's own values", () => {
    open(null);
    expect(screen.getByLabelText<HTMLInputElement>("Имя").value).toBe("Пётр");
    expect(screen.getByLabelText<HTMLInputElement>("По телефону").checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Согласие").checked).toBe(true);
  });

  it("§5.1 puts the main act first in the form, so that Enter presses it", () => {
    open(null);
    const first = document.querySelector<HTMLButtonElement>("form button[type=submit]");
    expect([first?.name, first?.value, first?.tabIndex]).toEqual(["intent", "save", -1]);
  });

  it("§5.1 sends what was typed when Enter is pressed", async () => {
    open(null);
    await userEvent.type(screen.getByLabelText("Телефон"), "89000000002{Enter}");
    // The mask may arrive in the middle of the typing; the number stays the one that was typed.
    await waitFor(() => expect(received.map((value) => phoneDigits(String(value)))).toEqual(["79000000002"]));
  });

  it("§5.1 doesn't send a form twice while it is on its way", async () => {
    open(null, true);
    const button = screen.getByRole("button", { name: "Отправляем" });
    await userEvent.type(screen.getByLabelText("Телефон"), "89000000002");
    await userEvent.click(button);
    await userEvent.type(screen.getByLabelText("Имя"), "{Enter}");
    expect(received).toEqual([]);
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("progress", () => {
  it.each([
    ["count", ["Загружаем", "Проверить"]],
    ["preview", ["Загрузить", "Проверяем"]],
  ])("§8.1 stands on the button that was pressed: %s", (pressed, labels) => {
    const sent = new FormData();
    sent.set("intent", pressed);
    const shell = { busy: true, sent };
    render(
      <>
        <SubmitButton shell={shell} name="intent" value="count" busyLabel="Загружаем">
          Загрузить
        </SubmitButton>
        <SubmitButton shell={shell} name="intent" value="preview" busyLabel="Проверяем">
          Проверить
        </SubmitButton>
      </>,
    );
    const buttons = screen.getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(labels);
    expect(buttons.map((button) => button.getAttribute("aria-disabled"))).toEqual(["true", "true"]);
  });
});

describe("error summary", () => {
  it("§8.1 §8.10 joins the form's messages by line breaks and links to the fields", () => {
    open(refused);
    const summary = screen.getByRole("alert");
    expect(summary.querySelector("p")?.textContent).toBe("Компания уже зарегистрирована.\nОбратитесь в поддержку.");
    const links = [...summary.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#reg-phone"]);
  });

  it("§8.10 moves the focus to the field of a link without leaving the page", async () => {
    open(refused);
    await userEvent.click(screen.getByRole("link", { name: "Телефон должен состоять из 11 цифр." }));
    expect(document.activeElement).toBe(screen.getByLabelText("Телефон"));
    expect(window.location.hash).toBe("");
  });

  it("§8.10 takes the focus after a failed submission, not while the page comes alive", async () => {
    const { rerender } = render(<ErrorSummary shell={{ id: "f", result: refused }} />);
    const summary = screen.getByRole("alert");
    expect(document.activeElement).not.toBe(summary);
    rerender(<ErrorSummary shell={{ id: "f", result: { ...refused } }} />);
    await waitFor(() => expect(document.activeElement).toBe(summary));
  });

  it("§8.10 asks the browser for the focus where there is no script", () => {
    expect(renderToString(<ErrorSummary shell={{ id: "f", result: refused }} />)).toContain('autofocus=""');
  });

  it("§8.10 is absent when nothing went wrong", () => {
    const { container } = render(<ErrorSummary shell={{ id: "f", result: { error: { name: [] } } }} />);
    expect(container.innerHTML).toBe("");
  });
});
