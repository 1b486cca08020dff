import { afterEach, describe, expect, it } from "vitest";
import { restoreTyped } from "../../app/document/held-page/restore-typed";
import { readTypedFields } from "../../app/document/typed-fields";
import { captureTypedInput } from "../../app/document/typed-input";

const PAGE = `<form action="/register/member">
  <input name="last_name" value="было"><textarea name="message">было</textarea>
  <input type="checkbox" name="policy"><select name="curator"><option>1</option><option>2</option></select>
  <input type="hidden" name="id" value="7"></form><form action="/feedback"><input name="last_name"></form>`;

function field(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function type(selector: string, value: string) {
  field(selector).value = value;
  field(selector).dispatchEvent(new Event("input", { bubbles: true }));
}

window.scrollTo = () => {};

afterEach(() => {
  document.body.innerHTML = "";
});

describe("architecture: typed input survives hydration", () => {
  it("architecture: a page that is rendered again gets its text, checks, selections, focus and caret back", () => {
    document.body.innerHTML = PAGE;
    field("[name=policy]").checked = true;
    field("[name=curator]").value = "2";
    field("[name=message]").value = "стало";
    field("[name=last_name]").focus();
    const restore = captureTypedInput();
    type("[name=last_name]", "Иванов");
    field("[name=last_name]").setSelectionRange(2, 3);
    document.body.innerHTML = PAGE;
    restore();
    expect(field("[name=last_name]").value).toBe("Иванов");
    expect(field("[name=message]").value).toBe("стало");
    expect(field("[name=policy]").checked).toBe(true);
    expect(field("[name=curator]").value).toBe("2");
    expect(field("[action='/feedback'] [name=last_name]").value).toBe("");
    expect(document.activeElement).toBe(field("[name=last_name]"));
    expect(field("[name=last_name]").selectionStart).toBe(2);
  });

  it("architecture: the latest input wins, and the page's handlers are called", () => {
    document.body.innerHTML = PAGE;
    type("[name=last_name]", "Петров");
    const restore = captureTypedInput();
    type("[name=last_name]", "Петрова");
    type("[name=message]", "стало");
    field("[name=message]").value = "было";
    const heard: string[] = [];
    document.addEventListener("input", ({ target }) => heard.push((target as HTMLInputElement).name));
    restore();
    expect(field("[name=last_name]").value).toBe("Петрова");
    expect(field("[name=message]").value).toBe("стало");
    expect(heard).toEqual(["last_name", "message"]);
  });
});

describe("architecture: typed input survives a fault of the scripts", () => {
  it("architecture: the page that the server sends anew gets its text, checks and selections back", () => {
    document.body.innerHTML = PAGE;
    field("[name=policy]").checked = true;
    field("[name=curator]").value = "2";
    field("[name=message]").value = "стало";
    field("[action='/feedback'] [name=last_name]").value = "Иванов";
    const stored = JSON.stringify(readTypedFields(document));
    document.body.innerHTML = PAGE;
    restoreTyped(JSON.parse(stored));
    expect(field("[name=policy]").checked).toBe(true);
    expect(field("[name=curator]").value).toBe("2");
    expect(field("[name=message]").value).toBe("стало");
    expect(field("[name=last_name]").value).toBe("было");
    expect(field("[action='/feedback'] [name=last_name]").value).toBe("Иванов");
  });

  it("architecture: passwords, codes, cards, passports and hidden values are not stored", () => {
    document.body.innerHTML = `<form><input type="password" value="secret-1"><input autocomplete="new-password" value="secret-2">
      <input autocomplete="one-time-code" value="secret-3"><input autocomplete="cc-number" value="secret-4">
      <input type="hidden" value="secret-5"></form>
      <form><input name="passport_series" value="secret-6"><input name="birth_date" value="secret-7"></form>`;
    expect(readTypedFields(document)).toEqual([]);
  });
});
