import { createRemixStub } from "@remix-run/testing";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DistributorField } from "../../app/features/registration/distributor-field";
import { ManagerContactFields } from "../../app/features/registration/manager-contact-fields";
import { useLookupResult } from "../../app/features/registration/use-lookup";
import { FormLayout, usePageForm } from "../../app/ui/core/form";

import { MANAGER_LOOKUP_DEBOUNCE_MS, REGION_LOOKUP_DEBOUNCE_MS } from "../../contract/values";
import { releaseTimers, stopTimers } from "../setup/still-timers";

/** Distributors are searched, because there are too many to list (null); the manager is looked up by contact. */
function Fields() {
  const shell = usePageForm("retail", null, "/register");
  const [found, setFound] = useLookupResult(null);
  const look = { shell, found, setFound };
  return (
    <FormLayout shell={shell}>
      <DistributorField {...look} distributors={null} isLinked={false} hint="" />
      <ManagerContactFields {...look} isInvitedByManager={false} conflict="" />
    </FormLayout>
  );
}

type Question = { intent: string; text: string; answer: (lookup: object) => void };
let questions: Question[] = [];

/** Keeps every request until the test replies to it. */
async function ask({ request }: { request: Request }) {
  const form = await request.formData();
  const intent = String(form.get("intent"));
  const text = String(form.get(intent === "check-manager" ? "manager_contact" : "distributor_search"));
  return new Promise((resolve) => {
    questions.push({ intent, text, answer: (lookup) => resolve({ lookup }) });
  });
}

function open() {
  const Page = createRemixStub([
    { path: "/", Component: Fields },
    { path: "/register", action: ask },
  ]);
  render(<Page />);
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const choices = () => [...screen.getByLabelText<HTMLSelectElement>("Дистрибьютор").options].map(({ text }) => text);

beforeEach(() => {
  questions = [];
  stopTimers();
});
afterEach(releaseTimers);

describe("too many distributors to list", () => {
  it("§5.5 §5.14 are searched half a second after the last letter, or at once by Enter, which doesn't send the form", async () => {
    const user = open();
    expect(choices()).toEqual(["Сначала найдите по названию"]);
    const search = screen.getByLabelText("Найти дистрибьютора");
    await user.type(search, "м");
    await wait(REGION_LOOKUP_DEBOUNCE_MS * 2);
    expect(questions).toEqual([]);
    await user.type(search, "от");
    await wait(REGION_LOOKUP_DEBOUNCE_MS);
    await waitFor(() =>
      expect(questions.map(({ intent, text }) => [intent, text])).toEqual([["find-distributor", "мот"]]),
    );
    questions[0]?.answer({ distributors: [{ value: "7", label: "Мотор" }] });
    await waitFor(() => expect(choices()).toEqual(["Выберите дистрибьютора", "Мотор"]));
    await user.type(search, "ы{Enter}");
    await waitFor(() => expect(questions[1]).toMatchObject({ intent: "find-distributor", text: "моты" }));
    questions[1]?.answer({ distributorError: "Такого дистрибьютора не нашли." });
    expect(await screen.findByText("Такого дистрибьютора не нашли.")).toBeTruthy();
    expect(choices()).toEqual(["Сначала найдите по названию"]);
    expect(questions).toHaveLength(2);
  });
});

describe("a manager looked up by contact", () => {
  it("§5.9 §5.14 a reply that comes after another contact was typed is ignored", async () => {
    const user = open();
    const contact = screen.getByLabelText(/^Телефон или e-mail менеджера/);
    const found = () => document.querySelector<HTMLInputElement>("[name=manager_found]")?.value;
    await user.type(contact, "first@example.ru");
    await wait(MANAGER_LOOKUP_DEBOUNCE_MS - 500);
    expect(questions).toHaveLength(0);
    await wait(1000);
    await waitFor(() => expect(questions).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Проверяем…" })).toBeTruthy();
    await user.clear(contact);
    expect(screen.queryByRole("button", { name: "Проверяем…" })).toBeNull();
    questions[0]?.answer({ manager: "Первый", checkedManager: "first@example.ru" });
    await wait(100);
    expect(found()).toBe("");
    await user.type(contact, "second@example.ru");
    await user.click(screen.getByRole("button", { name: "Проверить менеджера" }));
    await waitFor(() => expect(questions).toHaveLength(2));
    questions[1]?.answer({ manager: "Второй", checkedManager: "second@example.ru" });
    await waitFor(() => expect(found()).toBe("Второй"));
    await wait(MANAGER_LOOKUP_DEBOUNCE_MS * 2);
    expect(questions).toHaveLength(2);
  });
});
