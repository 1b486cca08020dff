import { setTimeout as delay } from "node:timers/promises";
import { useNavigate } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createElement, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { SubmitButton } from "../../app/ui/core/button";
import { CheckboxField, SelectField } from "../../app/ui/core/choice-field";
import { removeAllDrafts, useFormDraft } from "../../app/ui/core/draft";
import { FormLayout, usePageForm } from "../../app/ui/core/form";
import { PasswordField, TextAreaField, TextField } from "../../app/ui/core/text-field";

function Letter() {
  const shell = usePageForm("letter", null, "/letter");
  useFormDraft(shell, "letter");
  return (
    <FormLayout shell={shell}>
      <TextField shell={shell} name="name" label="Имя" />
      <TextField shell={shell} name="email" label="Почта" defaultValue="known@example.ru" />
      <TextField shell={shell} name="code" label="Код" autoComplete="one-time-code" />
      <TextField shell={shell} name="card" label="Карта" autoComplete="cc-number" />
      <PasswordField shell={shell} name="password" label="Пароль" />
      <TextAreaField shell={shell} name="message" label="Сообщение" />
      <SelectField
        shell={shell}
        name="topic"
        label="Тема"
        placeholder="Выберите"
        choices={[{ value: "points", label: "Баллы" }]}
      />
      <CheckboxField shell={shell} name="policy" label="Согласие" />
      <SubmitButton shell={shell}>Отправить</SubmitButton>
    </FormLayout>
  );
}

/** Sends the form of `LetterDialog` or takes it for answered, and goes to another page at once. */
let step: (to: string, isSent: boolean) => void = () => {};

/** A form over pages of other addresses, as a dialog is. */
function LetterDialog() {
  const [sent, setSent] = useState<FormData>();
  const navigate = useNavigate();
  step = (to, isSent) => {
    setSent(isSent ? new FormData() : undefined);
    if (to) navigate(to);
  };
  const shell = { id: "letter", result: null, action: "/letter", sent };
  useFormDraft(shell, "letter");
  return (
    <form id="letter">
      <TextField shell={shell} name="name" label="Имя" />
    </form>
  );
}

/** The same form as a reply of the server shows it, with the field emptied. */
function AnsweredLetter() {
  const shell = { id: "letter", result: { status: "error" as const, error: {} }, action: "/letter" };
  useFormDraft(shell, "letter");
  return (
    <form id="letter">
      <TextField shell={shell} name="name" label="Имя" />
    </form>
  );
}

/** A form whose draft is kept in memory only. */
function PageLetter() {
  const shell = { id: "letter", result: null, action: "/letter" };
  useFormDraft(shell, "page-letter", "page");
  return (
    <form id="letter">
      <TextField shell={shell} name="name" label="Имя" />
    </form>
  );
}

function Sent() {
  return <p>Отправлено</p>;
}

function openLetter(answer: () => Response | object) {
  const Stub = createRemixStub([
    { path: "/letter", Component: Letter, action: () => answer() },
    // The next page comes over the network.
    { path: "/sent", Component: Sent, loader: () => delay(50, null) },
  ]);
  render(<Stub initialEntries={["/letter"]} />);
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function typeAll() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Имя"), "Анна");
  await user.type(field("Код"), "1234");
  await user.type(field("Карта"), "4111");
  await user.type(field("Пароль"), "secret");
  await user.type(field("Сообщение"), "Когда?");
  await user.selectOptions(field("Тема"), "points");
  await user.click(field("Согласие"));
  return user;
}

beforeEach(() => removeAllDrafts());

it("architecture: a draft is kept with the first letter, so that a reload right after it loses nothing", async () => {
  openLetter(() => ({}));
  const name = await screen.findByLabelText<HTMLInputElement>("Имя");
  name.value = "А";
  name.dispatchEvent(new Event("input", { bubbles: true }));
  // Nothing is awaited: a reload would not wait either.
  expect(sessionStorage.getItem("draft:letter")).toContain('["name","А"]');
});

describe("architecture: what is typed into a long form outlives its page", () => {
  it("architecture: text, choices and ticks come back; passwords, codes and cards are kept nowhere", async () => {
    openLetter(() => ({}));
    await typeAll();
    await waitFor(() => expect(sessionStorage.getItem("draft:letter")).toContain("policy"));
    expect(JSON.stringify(Object.values(sessionStorage))).not.toMatch(/1234|4111|secret/);
    cleanup();
    openLetter(() => ({}));
    await waitFor(() => expect(field("Имя").value).toBe("Анна"));
    expect(field("Почта").value).toBe("known@example.ru");
    expect(field("Сообщение").value).toBe("Когда?");
    expect(field("Тема").value).toBe("points");
    expect(field("Согласие").checked).toBe(true);
    expect(["Код", "Карта", "Пароль"].map((label) => field(label).value)).toEqual(["", "", ""]);
  });

  it("architecture: a form that has done its work leaves nothing, one that was refused keeps its draft", async () => {
    let answer: () => Response | object = () => ({ status: "error" });
    openLetter(() => answer());
    const user = await typeAll();
    await user.click(screen.getByRole("button", { name: "Отправить" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Отправить" }).getAttribute("aria-disabled")).toBeNull(),
    );
    expect(sessionStorage.getItem("draft:letter")).toContain("Анна");
    answer = () => new Response(null, { status: 303, headers: { Location: "/sent" } });
    await user.click(screen.getByRole("button", { name: "Отправить" }));
    await screen.findByText("Отправлено");
    expect(sessionStorage.getItem("draft:letter")).toBeNull();
  });

  it("architecture: what is in a field, and what a reply brings, is newer than the draft", async () => {
    const saved = JSON.stringify([
      ["name", "Анна"],
      ["email", "draft@example.ru"],
    ]);
    sessionStorage.setItem("draft:letter", saved);
    openLetter(() => ({}));
    await waitFor(() => expect(field("Имя").value).toBe("Анна"));
    expect(field("Почта").value).toBe("known@example.ru");
    cleanup();
    const answered = createRemixStub([{ path: "*", Component: AnsweredLetter }]);
    render(createElement(answered));
    await screen.findByLabelText("Имя");
    // Restored drafts come with a module, which has been loaded above.
    await act(async () => void (await import("../../app/ui/lazy/restore-draft")));
    expect(field("Имя").value).toBe("");
  });

  it("architecture: at a logout drafts in memory go like those of the tab", async () => {
    const Stub = createRemixStub([{ path: "*", Component: PageLetter }]);
    const open = () => render(<Stub />);
    open();
    await userEvent.setup().type(await screen.findByLabelText("Имя"), "Анна");
    cleanup();
    open();
    await waitFor(() => expect(field("Имя").value).toBe("Анна"));
    cleanup();
    removeAllDrafts();
    open();
    await screen.findByLabelText("Имя");
    await act(async () => void (await import("../../app/ui/lazy/restore-draft")));
    expect(field("Имя").value).toBe("");
  });

  it("architecture: a form whose reply led elsewhere leaves nothing, also where no step between was rendered", async () => {
    const Stub = createRemixStub([{ path: "*", Component: LetterDialog }]);
    render(<Stub initialEntries={["/page"]} />);
    await userEvent.setup().type(await screen.findByLabelText("Имя"), "Анна");
    // Nothing of it is sent: whoever only goes elsewhere finds it again.
    await act(async () => step("/elsewhere", false));
    expect(sessionStorage.getItem("draft:letter")).toContain("Анна");
    await act(async () => step("", true));
    await act(async () => step("", false));
    expect(sessionStorage.getItem("draft:letter")).toContain("Анна");
    await act(async () => step("", true));
    await act(async () => step("/sent", false));
    expect(sessionStorage.getItem("draft:letter")).toBeNull();
  });
});
