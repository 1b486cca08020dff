import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { enhanceCombobox } from "../../app/ui/lazy/combobox";

const CITIES = ["Казань", "Калуга", "Кострома"];

/** A field whose list follows what is typed, as an answer of the server would. */
function Field({ onSend }: { onSend: () => void }) {
  const [value, setValue] = useState("");
  const [found, setFound] = useState<string[]>([]);
  const take = (city: string) => {
    setValue(city);
    setFound([]);
  };
  return (
    <form
      id="place"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <label>
        Город
        <input
          id="city"
          value={value}
          onChange={({ target }) => {
            setValue(target.value);
            setFound(CITIES.filter((city) => target.value && city.startsWith(target.value)));
          }}
        />
      </label>
      {found.length > 0 && (
        <ul className="suggestions" aria-label="Города">
          {found.map((city) => (
            <li key={city}>
              <button type="button" className="button button--quiet" onClick={() => take(city)}>
                {city}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="submit">Отправить</button>
    </form>
  );
}

function open() {
  let sent = 0;
  render(
    <Field
      onSend={() => {
        sent += 1;
      }}
    />,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Город");
  const place = document.getElementById("place");
  if (!place) throw new Error("The form is missing");
  enhanceCombobox(input, place);
  enhanceCombobox(input, place);
  const active = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;
  const isOpen = () => input.getAttribute("aria-expanded") === "true";
  return { input, active, isOpen, sent: () => sent };
}

async function typeAndWait(input: HTMLInputElement, text: string) {
  await userEvent.type(input, text);
  await waitFor(() => expect(input.getAttribute("aria-expanded")).toBe("true"));
}

describe("combobox", () => {
  it("§5.14 names its list and tells how long it is when it comes", async () => {
    const { input, isOpen } = open();
    expect([input.getAttribute("role"), input.getAttribute("aria-autocomplete"), isOpen()]).toEqual([
      "combobox",
      "list",
      false,
    ]);
    await typeAndWait(input, "К");
    const list = screen.getByRole("listbox", { name: "Города" });
    expect(input.getAttribute("aria-controls")).toBe(list.id);
    expect(screen.getAllByRole("option").map((option) => [option.textContent, option.tabIndex])).toEqual(
      CITIES.map((city) => [city, -1]),
    );
    expect(screen.getByRole("status").textContent).toBe("Города: 3");
    await userEvent.type(input, "а");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Города: 2"));
    await userEvent.type(input, "х");
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("§5.14 arrows go round, Home and End leave the list, Enter takes what is marked and sends nothing", async () => {
    const { input, active, isOpen, sent } = open();
    await typeAndWait(input, "К");
    const seen: (string | null)[] = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "ArrowUp", "End"]) {
      await userEvent.keyboard(`{${key}}`);
      seen.push(active());
    }
    expect(seen).toEqual(["Казань", "Калуга", "Кострома", "Казань", "Кострома", null, "Кострома", null]);
    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true }).textContent).toBe("Казань");
    expect(document.activeElement).toBe(input);
    await userEvent.keyboard("{Enter}");
    expect([input.value, sent()]).toEqual(["Казань", 0]);
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(input.hasAttribute("aria-activedescendant")).toBe(false);
    await userEvent.keyboard("{Enter}");
    expect(sent()).toBe(1);
  });

  it("§5.14 Escape and Tab put the list away without taking anything, typing or an arrow brings it back", async () => {
    const { input, active, isOpen } = open();
    await typeAndWait(input, "К");
    await userEvent.keyboard("{ArrowDown}");
    // The dialog around the field would close too; once the list is away, it may.
    expect(fireEvent.keyDown(input, { key: "Escape" })).toBe(false);
    expect(fireEvent.keyDown(input, { key: "Escape" })).toBe(true);
    // Nothing that happens afterwards opens it again by itself.
    await act(async () => undefined);
    expect([isOpen(), active(), input.value, screen.queryByRole("listbox")]).toEqual([false, null, "К", null]);
    await userEvent.keyboard("{ArrowDown}");
    expect([isOpen(), active()]).toEqual([true, "Казань"]);
    await userEvent.tab();
    await act(async () => undefined);
    expect([isOpen(), input.value]).toEqual([false, "К"]);
    expect(document.activeElement?.textContent).toBe("Отправить");
    await userEvent.type(input, "а");
    await waitFor(() => expect(isOpen()).toBe(true));
    await userEvent.click(screen.getByRole("option", { name: "Калуга" }));
    expect(input.value).toBe("Калуга");
  });

  it("§5.14 keys that belong to a word which is still being composed move and take nothing", async () => {
    const { input, active, isOpen } = open();
    await typeAndWait(input, "К");
    fireEvent.keyDown(input, { key: "ArrowDown", isComposing: true });
    expect(active()).toBe(null);
    await userEvent.keyboard("{ArrowDown}");
    for (const key of ["Enter", "Escape"]) fireEvent.keyDown(input, { key, isComposing: true });
    expect([active(), input.value, isOpen()]).toEqual(["Казань", "К", true]);
  });
});
